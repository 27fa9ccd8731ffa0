import { request } from "node:http"
import { Database } from "@adwarden/core"
import { newAccessToken, newKey } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { demoDatabase } from "../../core/test/support/demo.ts"
import { startServer } from "./adwarden.ts"

interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Sends a request byte for byte, and returns the status. */
const send = (port: number, { body, headers = {}, method = "GET", path }: Sent) =>
  Effect.async<number>((resume) => {
    const json = body === undefined ? {} : { "content-type": "application/json" }
    const sent = request(
      { host: "127.0.0.1", port, method, path, headers: { ...json, ...headers } },
      (response) => {
        response.resume()
        response.on("end", () => resume(Effect.succeed(response.statusCode ?? 0)))
      }
    )
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })

const tables = ["audit_events", "executions", "queued_writes", "actions", "tasks", "rate_limits"]

it.scopedLive("whole keys reach no log and no table, wherever they are in a request", () =>
  Effect.gen(function* () {
    const { credentials, url } = yield* demoDatabase
    const { host, port } = yield* startServer(url, { LOG_LEVEL: "debug" })
    const good = credentials.keys["northwind"]!.owner!
    const leaked = [good, newKey(), newAccessToken()]
    const authorization = `Bearer ${good}`
    const mcp = (message: object, more: Record<string, string> = {}) => ({
      method: "POST",
      path: "/mcp",
      headers: { authorization, ...more },
      body: { jsonrpc: "2.0", id: 1, ...message }
    })

    for (const secret of leaked) {
      const named = { "user-agent": `robot/${secret}`, "x-request-id": secret, "x-forwarded-for": secret }
      const echoed = { [secret]: secret, slug: secret, name: secret, dry_run: false, budget: secret }
      const requests: ReadonlyArray<Sent> = [
        { path: `/v1/organizations/${secret}/campaigns`, headers: { authorization } },
        { path: `/v1/organizations/_/campaigns/${secret}`, headers: { authorization, ...named } },
        { path: `/v1/${secret.replaceAll("_", "%5F")}`, headers: named },
        { path: `/${secret}/healthz`, headers: { authorization: secret, ...named } },
        { path: `/v1/organizations?key=${secret}`, headers: named },
        { path: `/v1/organizations?cursor=${secret}`, headers: { authorization } },
        {
          method: "PATCH",
          path: `/v1/organizations/_/campaigns/boiler-repair`,
          headers: { authorization, "idempotency-key": "k", cookie: secret, referer: secret },
          body: echoed
        },
        { path: "/v1/organizations", headers: { authorization: `Bearer ${secret} ${secret}`, ...named } },
        mcp({ method: "tools/call", params: { name: secret, arguments: echoed } }, named),
        mcp({ method: "tools/call", params: { name: "svc_update_campaign", arguments: echoed } }),
        mcp({ method: secret, params: echoed, id: secret }, named),
        { method: "POST", path: "/mcp", headers: { ...named, host: secret, origin: secret } },
        { method: "DELETE", path: `/mcp?token=${secret}`, headers: named }
      ]
      for (const one of requests) expect(yield* send(port, one)).toBeLessThan(500)
    }

    const kept = yield* Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.forEach(tables, (table) => sql.unsafe<{ row: string }>(`select t::text as row from ${table} t`))
    ).pipe(Effect.provide(Database.layer(url)))
    const texts = [...kept.flat().map(({ row }) => row), host.out, host.err]
    expect(kept[0]!.length).toBeGreaterThan(20)
    for (const secret of leaked) {
      const inside = secret.slice(secret.indexOf("_", 4) + 5, -4)
      expect(texts.filter((text) => text.includes(inside))).toEqual([])
    }
    // The redacted rest shows that a key was there, and which one.
    const shown = `${leaked[1]!.slice(0, 13)}…${leaked[1]!.slice(-4)}`
    expect(kept[0]!.some(({ row }) => row.includes(`robot/${shown}`))).toBe(true)
    expect(host.out).toContain(shown)
  })
)
