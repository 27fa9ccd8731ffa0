import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { count } from "../../core/test/support/counts.ts"
import { demoDatabase, demoReady } from "../../core/test/support/demo.ts"
import { startServer } from "./adwarden.ts"

await demoReady()

/** Sends requests until the host is gone, and records those with a complete response. */
const askUntilGone = async (port: number, key: string, answered: Array<string>): Promise<void> => {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1/organizations/_`, {
        headers: { authorization: `Bearer ${key}` }
      })
      await response.text()
      answered.push(response.headers.get("x-request-id")!)
    } catch {
      return
    }
  }
}

it.scopedLive("a killed host loses no audit event of a request with a response", () =>
  Effect.gen(function* () {
    const { credentials, url } = yield* demoDatabase
    for (const enough of [20, 250, 100].slice(0, count("hostKills"))) {
      const { host, port } = yield* startServer(url, { RATE_LIMIT_PER_MINUTE: "1000000" })
      const answered: Array<string> = []
      const key = credentials.keys["northwind"]!.owner!
      const askers = Array.from({ length: 12 }, () => askUntilGone(port, key, answered))
      while (answered.length < enough) yield* Effect.sleep("5 millis")
      host.signal("SIGKILL")
      yield* Effect.promise(() => Promise.all(askers))
      const [found] = yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql<{ n: number }>`select count(*) as n from audit_events where request_id = any(${answered})`
      ).pipe(Effect.provide(Database.layer(url)))
      expect(found!.n).toBe(answered.length)
    }
  })
)
