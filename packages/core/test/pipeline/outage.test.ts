import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Logger, ManagedRuntime, Scope } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { AuditSealer } from "../../src/audit/sealer.ts"
import { makeAuditBacklog } from "../../src/audit/trail.ts"
import { makeReadinessCheck } from "../../src/gauges.ts"
import type { RequestFacts } from "../../src/http/request-facts.ts"
import { lineFormats } from "../../src/pipeline/finish-request.ts"
import { call } from "../support/call.ts"
import { databaseProxy } from "../support/database-proxy.ts"
import { coreOn, demoDatabase } from "../support/demo.ts"
import { queryOn } from "../support/executed-writes.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { until } from "../support/until.ts"

const scope = Effect.runSync(Scope.make())
const { credentials, url } = await Effect.runPromise(Scope.extend(demoDatabase, scope))
const proxy = await databaseProxy(url)
/** A statement can take an hour here, so a response proves that the outage was detected. */
const runtime = ManagedRuntime.make(
  coreOn(proxy.url, {}, { connectTimeoutMillis: 1_000, statementTimeoutMillis: 3_600_000 })
)
const direct = ManagedRuntime.make(coreOn(url))
afterAll(async () => {
  proxy.become("up")
  await runtime.dispose()
  await direct.dispose()
  await proxy.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
const key = credentials.keys["northwind"]!.owner!

const ask = (budget: number | null) =>
  runtime.runPromise(
    (budget === null
      ? call("campaigns.list", key)
      : call("campaigns.update", key, { slug: "boiler-repair", budget, dry_run: false })
    ).pipe(Effect.provide(quiet))
  )
const served = async () => (await ask(null)).status === 200
const audited = async (ids: ReadonlyArray<string>) => {
  const rows = await direct.runPromise(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql<{ id: string }>`select distinct request_id as id from audit_events where request_id = any(${ids})`
    )
  )
  return rows.length
}

describe.each(["refusing", "silent"] as const)("with a database that is %s", (state) => {
  beforeEach(async () => {
    proxy.become("up")
    await until(`${state}: served again`, served)
  })

  it("every request gets a response, readiness too, and its audit event afterwards", async () => {
    // Some are in progress when the outage begins, some arrive during it.
    const early = [ask(null), ask(101), ask(null)]
    proxy.become(state)
    const late = [ask(102), ask(null)]
    expect(await runtime.runPromise(Effect.flatten(makeReadinessCheck))).toBe(false)
    const answers = await Promise.all([...early, ...late])
    const again = [await ask(103), await ask(null)]
    for (const { status } of answers) expect([200, 503]).toContain(status)
    for (const { status } of [...answers.slice(early.length), ...again]) expect(status).toBe(503)
    proxy.become("up")
    const ids = [...answers, ...again].map(({ requestId }) => requestId)
    // The first requests that are served again wait for the earlier events.
    await until("it serves again", served)
    await ask(null)
    expect(await audited(ids)).toBe(ids.length)
  })
})

describe("a read whose event was committed without an answer", () => {
  const onDatabase = { run: direct.runPromise }
  const reads = () =>
    queryOn(onDatabase)<{ request: string; status: number }>(
      "select request_id as request, status_code as status from audit_events where operation = 'campaigns.list'"
    )

  it("has one event, although it was answered `unavailable`", async () => {
    proxy.become("up")
    await until("it serves again", served)
    const before = (await reads()).length
    const release = await holdTransaction(
      onDatabase,
      "lock table audit_unsealed, audit_sealed in share row exclusive mode"
    )
    const asked = ask(null)
    await untilBlocked(onDatabase, 1)
    proxy.become("unheard")
    await release()
    await until("its event is committed", async () => (await reads()).length > before)
    proxy.become("up")
    const answer = await asked
    expect(answer.status).toBe(503)
    await until("it serves again", served)
    const own = async () => (await reads()).filter(({ request }) => request === answer.requestId)
    expect(await own()).toHaveLength(1)
    await direct.runPromise(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
    expect(await own()).toHaveLength(1)
  })
})

describe("events that wait for the database", () => {
  it("are counted and logged if there are too many, and written once it is back", async () => {
    const logged: Array<string> = []
    const listen = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void logged.push(String(message)))
    )
    const written: Array<number> = []
    let tries = 0
    const program = Effect.gen(function* () {
      const backlog = yield* makeAuditBacklog<number>({
        maxSize: 3,
        write: (events) =>
          Effect.suspend(() => {
            if (tries++ < 2) return Effect.fail("away" as never)
            written.push(...events)
            return Effect.void
          })
      })
      for (const event of [1, 2, 3, 4, 5]) backlog.add(event)
      yield* Effect.promise(() => until("it is logged", async () => logged.length > 0))
    })
    await Effect.runPromise(Effect.scoped(program).pipe(Effect.provide(listen)))
    expect(written).toEqual([1, 2, 3])
    expect(logged).toEqual([expect.stringMatching(/^2 audit events could not be kept/)])
  })
  it("are marked in the request log, in both formats", () => {
    const facts: RequestFacts = {
      id: "req_1",
      surface: "rest",
      method: "GET",
      path: "/v1/organizations",
      ip: null,
      userAgent: null
    }
    const refused = { facts, operation: null, status: 503, error: "unavailable", organization: null }
    const lineOf = (format: "json" | "pretty", isDelayed: boolean) =>
      lineFormats[format]({ ...refused, actor: null, millis: 1, isDelayed })
    expect(JSON.parse(lineOf("json", true))).toMatchObject({ audit: "delayed" })
    expect(JSON.parse(lineOf("json", false))).not.toHaveProperty("audit")
    expect(lineOf("pretty", true)).toContain("audit delayed")
    expect(lineOf("pretty", false)).not.toContain("audit")
  })
})
