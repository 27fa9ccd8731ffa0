import { describe, expect, it } from "vitest"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { runSurfaces } from "./surfaces.ts"

const { keys, fetchMcp, fetchRest } = await runSurfaces({ rateLimit: 1 })
const limited = keys["northwind"]!.owner!

/** A body that records whether it is read. */
const watchedBody = () => {
  let pulls = 0
  const body = new ReadableStream(
    {
      pull: (controller) => {
        pulls++
        controller.enqueue(new Uint8Array(1024))
      }
    },
    { highWaterMark: 0 }
  )
  return { body, pulls: () => pulls }
}

const surfaces = [
  ["REST", "PATCH", "/v1/organizations/_/campaigns/boiler-repair", fetchRest],
  ["MCP", "POST", "/mcp", fetchMcp]
] as const

describe.each(surfaces)("%s: the body of a rejected request is not read", (_, method, path, send) => {
  const sent = async (headers: Record<string, string>) => {
    const { body, pulls } = watchedBody()
    const host = new URL(testOrigin).host
    const init = {
      method,
      body,
      duplex: "half" as const,
      headers: { host, "content-type": "application/json", ...headers }
    }
    const response = await send(new Request(`${testOrigin}${path}`, init))
    return { status: response.status, pulls: pulls() }
  }

  it.each([
    ["without a credential", {}],
    ["with one that cannot be", { authorization: "Bearer nonsense" }],
    ["with an unknown credential", { authorization: "Bearer svc_live_000000000000000000000000000000000000" }]
  ])("%s", async (_, headers) => {
    expect(await sent(headers)).toEqual({ status: 401, pulls: 0 })
  })

  it("over its rate limit", async () => {
    const headers = { authorization: `Bearer ${limited}` }
    await fetchRest(new Request(`${testOrigin}/v1/organizations`, { headers }))
    expect(await sent(headers)).toEqual({ status: 429, pulls: 0 })
  })

  it("with too large a Content-Length", async () => {
    const { keys: others, fetchMcp: mcp, fetchRest: rest } = await runSurfaces()
    const { body, pulls } = watchedBody()
    const request = new Request(`${testOrigin}${path}`, {
      method,
      body,
      duplex: "half",
      headers: {
        host: new URL(testOrigin).host,
        authorization: `Bearer ${others["northwind"]!.owner!}`,
        "content-type": "application/json",
        "content-length": String(10 * 1024 * 1024)
      }
    })
    const response = await (path === "/mcp" ? mcp : rest)(request)
    expect([response.status, pulls()]).toEqual([413, 0])
  })
})
