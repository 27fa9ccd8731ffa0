import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Logger, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { newKey, operations } from "../../src/contract/index.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"
import { call } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

describe("an unexpected error", () => {
  it("of our own returns internal_error with the request id, is logged with its cause and audited", async () => {
    const logged: Array<string> = []
    const listen = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void logged.push(String(message)))
    )
    const break_ = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`alter table campaigns rename to campaigns_away`
    )
    const repair = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`alter table campaigns_away rename to campaigns`
    )
    await demo.run(break_)
    const answer = await demo.run(Effect.provide(call("campaigns.list", owner), listen))
    await demo.run(repair)
    expect(answer).toMatchObject({
      status: 500,
      error: { _tag: "internal_error", request_id: answer.requestId }
    })
    expect(logged.join("\n")).toMatch(
      /campaigns\.list answered internal_error[\s\S]*relation "campaigns" does not exist/
    )
    const events = await demo.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`select status_code, error_code from audit_events where request_id = ${answer.requestId}`
      )
    )
    expect(events).toEqual([{ status_code: 500, error_code: "internal_error" }])
    expect((await demo.run(call("campaigns.list", owner))).status).toBe(200)
  })

  it("of an unreachable database returns unavailable, with a time to retry", async () => {
    const nowhere = ManagedRuntime.make(
      coreOn("postgres://nobody@127.0.0.1:1/none", {}, { connectTimeoutMillis: 200 })
    )
    const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
    const answer = await nowhere.runPromise(Effect.provide(call("campaigns.list", newKey()), quiet))
    expect(answer).toMatchObject({
      status: 503,
      error: { _tag: "unavailable", retryAfter: expect.any(Number) }
    })
    await nowhere.dispose()
  })

  it("is not possible for declared operations: all are implemented", async () => {
    const implemented = (await demo.run(Pipeline)).implemented()
    expect(operations.map((one) => one.name).filter((name) => !implemented.has(name))).toEqual([])
  })
})
