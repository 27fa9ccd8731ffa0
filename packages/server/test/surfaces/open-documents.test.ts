import { hostApp } from "@adwarden/http-host"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { runSurfaces } from "./surfaces.ts"

/** Of requests without a credential. */
const limit = 4
const { fetchMcp, fetchRest, run } = await runSurfaces({ anonymousRateLimit: limit })
const host = await run(hostApp([]))
const fetchHost = async (request: Request): Promise<Response> => host.fetch(request, {})

const auditOf = (response: Response) =>
  run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Record<string, unknown>>`
        select operation, status_code, error_code from audit_events
        where request_id = ${response.headers.get("x-request-id")}`
    )
  )

describe("public documents", () => {
  it.each([
    ["/v1/openapi.json", "rest.openapi", fetchRest],
    ["/.well-known/oauth-protected-resource/v1", "rest.metadata", fetchRest],
    ["/.well-known/oauth-protected-resource/mcp", "mcp.metadata", fetchMcp],
    ["/docs", "docs.page", fetchHost],
    ["/docs/search?q=undo", "docs.search", fetchHost],
    ["/docs/api", "docs.reference", fetchHost],
    ["/docs/errors", "docs.errors", fetchHost],
    ["/docs/reading-websites", "docs.reading_websites", fetchHost]
  ])("%s has its request id and rate-limit headers, and is audited as %s", async (path, operation, send) => {
    const response = await send(new Request(`${testOrigin}${path}`))
    expect(response.status).toBe(200)
    expect(Number(response.headers.get("x-ratelimit-remaining"))).toBeGreaterThan(0)
    expect(await auditOf(response)).toEqual([{ operation, status_code: 200, error_code: null }])
  })

  it("have a rate limit of their own for each address, so that reading them locks nobody out", async () => {
    const request = (path: string, headers: Record<string, string> = {}) =>
      new Request(`${testOrigin}${path}`, { headers })
    const statuses: Array<number> = []
    for (let n = 0; n < 5 * limit + 1; n++) statuses.push((await fetchHost(request("/docs"))).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await fetchRest(request("/v1/openapi.json"))).status).toBe(429)
    expect((await fetchMcp(request("/.well-known/oauth-protected-resource/mcp"))).status).toBe(429)
    // Without a credential: answered, and not limited.
    expect((await fetchRest(request("/v1/organizations"))).status).toBe(401)
    expect((await fetchHost(request("/nothing"))).status).toBe(404)
  })

  it("are refused to a browser with a page, and to programs in JSON", async () => {
    const refused = (headers: Record<string, string>) =>
      fetchHost(new Request(`${testOrigin}/docs/errors`, { headers }))
    const page = await refused({ accept: "text/html,application/xhtml+xml" })
    expect([page.status, page.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"])
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThan(0)
    const text = await page.text()
    expect(text).toContain("<h1>Too many requests</h1>")
    expect(text).toMatch(/Wait (1 second|\d\d? seconds), then go on/)
    expect(text).not.toMatch(/\b1 seconds/)
    const answer = await refused({ accept: "application/json" })
    expect([answer.status, await answer.json()]).toMatchObject([429, { error: { code: "rate_limited" } }])
  })
})
