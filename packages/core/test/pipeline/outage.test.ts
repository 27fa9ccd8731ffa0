import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Logger, ManagedRuntime, Scope } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { makeAuditBacklog } from "../../src/audit/backlog.ts"
import { makeReadinessCheck } from "../../src/readiness.ts"
import { call } from "../support/call.ts"
import { databaseProxy } from "../support/database-proxy.ts"
import { coreOn, demoDatabase } from "../support/demo.ts"
import { until } from "../support/until.ts"

const scope = Effect.runSync(Scope.make())
const { credentials, url } = await Effect.runPromise(Scope.extend(demoDatabase, scope))
const proxy = await databaseProxy(url)
/**
 * A statement can take two minutes here, so a response within seconds proves that the outage was detected.
 * The connection timeout, from which the others derive, is three times as long as the service's.
 */
const runtime = ManagedRuntime.make(
  coreOn(proxy.url, {}, { connectTimeoutMillis: 1_000, statementTimeoutMillis: 120_000 })
)
const direct = ManagedRuntime.make(coreOn(url))
afterAll(async () => {
  proxy.become("up")
  await runtime.dispose()
  await direct.dispose()
  await proxy.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

/** Far below the statement timeout, far above the delays of a busy machine. */
const soonMillis = 60_000
const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
const key = credentials.keys["northwind"]!.owner!

const timed = async <A>(work: Promise<A>) => {
  const began = performance.now()
  const answer = await work
  return { answer, millis: performance.now() - began }
}
const ask = (budget: number | null) =>
  timed(
    runtime.runPromise(
      (budget === null
        ? call("campaigns.list", key)
        : call("campaigns.update", key, { slug: "boiler-repair", budget, dry_run: false })
      ).pipe(Effect.provide(quiet))
    )
  )
const served = async () => (await ask(null)).answer.status === 200
const isReady = () => timed(runtime.runPromise(Effect.flatten(makeReadinessCheck)))
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

  it("every request gets a response within seconds, readiness too, and its audit event afterwards", async () => {
    // Some are in progress when the outage begins, some arrive during it.
    const early = [ask(null), ask(101), ask(null)]
    proxy.become(state)
    const late = [ask(102), ask(null)]
    const ready = await isReady()
    expect(ready.answer).toBe(false)
    expect(ready.millis).toBeLessThan(soonMillis / 10)
    const answers = await Promise.all([...early, ...late])
    const again = [await ask(103), await ask(null)]
    for (const { answer, millis } of [...answers, ...again]) {
      expect([200, 503]).toContain(answer.status)
      expect(millis).toBeLessThan(soonMillis)
    }
    for (const { answer } of [...answers.slice(early.length), ...again]) expect(answer.status).toBe(503)
    proxy.become("up")
    const ids = [...answers, ...again].map(({ answer }) => answer.requestId)
    // The first requests that are served again wait for the earlier events.
    await until("it serves again", served)
    await ask(null)
    expect(await audited(ids)).toBe(ids.length)
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
})
