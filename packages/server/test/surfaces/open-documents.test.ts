import { hostApp } from "@adwarden/http-host"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { runSurfaces } from "./surfaces.ts"

const { fetchMcp, fetchRest, run } = await runSurfaces({ anonymousRateLimit: 9 })
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

  it("count against the anonymous rate limit", async () => {
    const statuses: Array<number> = []
    for (let n = 0; n < 10; n++) {
      statuses.push((await fetchRest(new Request(`${testOrigin}/v1/openapi.json`))).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})
