import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { auditHash } from "../../src/audit/chain.ts"
import { AuditSealer } from "../../src/audit/sealer.ts"
import type { AuditEvent } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const limits = { rateLimit: 5, anonymousRateLimit: 5 }
const demo = await runCore(limits)
const secondHost = ManagedRuntime.make(coreOn(demo.url, limits))
afterAll(() => secondHost.dispose())

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const seal = () => demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))

interface Row {
  readonly rows: number
  readonly refusals: number
}
const refusalsOf = async (subject: string) =>
  (
    await query<Row>(
      `select count(*) as rows, sum(count) as refusals from audit_events
       where error_code = 'rate_limited' and window_subject = '${subject}'`
    )
  )[0]!
/** Moves minutes in time. A cluster computes no time from a column in an update. */
const moveWindows = async (by: string, condition: string) => {
  const rows = await query<{ id: string; start: string }>(
    `select id::text as id, (window_start + interval '${by}')::text as start from audit_unsealed where ${condition}`
  )
  for (const { id, start } of rows)
    await query(`update audit_unsealed set window_start = '${start}' where id = '${id}' returning id`)
}
/** As if the minute were over. */
const aMinuteLater = () => moveWindows("-2 hours", "window_start is not null")

const many = (count: number, token: string | null, ip = "198.51.100.1") =>
  Effect.forEach(Array.from({ length: count }), () => call("organizations.get", token, {}, { ip }), {
    concurrency: 40
  })
const limited = (answers: ReadonlyArray<{ readonly status: number }>) =>
  answers.filter(({ status }) => status === 429).length

describe("rate-limit rejections", () => {
  it("of an IP address are one row a minute, across all hosts", async () => {
    const answers = await staggered(
      [demo.run, secondHost.runPromise].map((run) => () => run(many(200, null)))
    )
    const { refusals, rows } = await refusalsOf("ip:198.51.100.1")
    expect(refusals).toBe(limited(answers.flat()))
    expect(refusals).toBeGreaterThan(300)
    // Two if a minute ended between them.
    expect(rows).toBeLessThanOrEqual(2)
    const [event] = await query(
      "select organization_id, status_code, actor_type, ip, surface from audit_events where window_subject = 'ip:198.51.100.1'"
    )
    expect(event).toEqual({
      organization_id: 0,
      status_code: 429,
      actor_type: null,
      ip: "198.51.100.1",
      surface: "rest"
    })
  })

  it("of addresses in one network count together, and those of another separately", async () => {
    const addresses = ["2001:db8:7:1::1", "2001:db8:7:1:ffff::2", "2001:db8:7:1::3"]
    const answers = await demo.run(
      Effect.forEach(addresses, (ip) => many(10, null, ip), { concurrency: "unbounded" })
    )
    // The bucket refills meanwhile; three buckets would have let 15 pass.
    expect(limited(answers.flat())).toBeGreaterThan(15)
    expect((await refusalsOf("ip:2001:db8:7:1::/64")).refusals).toBe(limited(answers.flat()))
    expect((await demo.run(call("organizations.get", null, {}, { ip: "2001:db8:7:2::1" }))).status).toBe(401)
  })

  it("of a key are a row in its organization's trail, with its owner", async () => {
    const key = demo.keys["northwind"]!.admin!
    const answers = await demo.run(many(60, key))
    const rows = await query<{ refusals: number }>(
      `select sum(count) as refusals, user_email, key_last_four, window_subject like 'key:%' as by_key
       from audit_events e join organizations o on o.id = e.organization_id
       where o.slug = 'northwind' and error_code = 'rate_limited' group by 2, 3, 4`
    )
    expect(rows).toEqual([
      {
        refusals: limited(answers),
        user_email: "adam@northwind.test",
        key_last_four: key.slice(-4),
        by_key: true
      }
    ])
  })

  it("are sealed only after their minute, and the hash covers the count", async () => {
    await demo.run(many(20, null, "198.51.100.2"))
    // A minute that cannot end during the test; there are two if one just ended.
    await moveWindows("1 hour", "window_subject = 'ip:198.51.100.2'")
    await seal()
    const unsealed = "select count(*) as n from audit_events where position is null"
    const [open] = await query<{ n: number }>(`${unsealed} and window_start is null`)
    expect(open).toEqual({ n: 0 })
    const [waiting] = await query<{ n: number }>(unsealed)
    expect(waiting!.n).toBeGreaterThan(0)
    await aMinuteLater()
    await seal()
    expect(await query(unsealed)).toEqual([{ n: 0 }])
    const [event] = await query<AuditEvent>(
      `select id, at, request_id, surface, operation, method, path, status_code, error_code, actor_type,
         user_email as "user", key_prefix, key_last_four, ip, user_agent, count, previous_hash, hash, personal_key
       from audit_sealed where window_subject = 'ip:198.51.100.2' order by count desc limit 1`
    )
    expect(event!.count).toBeGreaterThan(1)
    expect(event!.hash).toBe(auditHash(event!))
    expect(event!.hash).not.toBe(auditHash({ ...event!, count: event!.count - 1 }))
  })

  it.each([
    ["65 seconds after its beginning, not a millisecond before", "64.999 seconds", false],
    ["and a millisecond later", "65.001 seconds", true]
  ])("are sealed %s", async (_, age, isSealed) => {
    await demo.run(many(20, null, "198.51.100.9"))
    const row = "window_subject = 'ip:198.51.100.9'"
    const sealing = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sealer = yield* AuditSealer
      // Within one transaction the database's clock stands still. The column has milliseconds, and would
      // round others.
      const now = "date_trunc('milliseconds', now())"
      yield* sql.unsafe(`update audit_unsealed set window_start = ${now} - interval '${age}' where ${row}`)
      yield* sealer.sealAll
      return yield* sql.unsafe<{ n: number }>(
        `select count(*)::int as n from audit_events where ${row} and position is null`
      )
    })
    const [left] = await demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(sealing)))
    expect(left!.n === 0).toBe(isSealed)
    await query(
      `update audit_unsealed set window_start = now() - interval '1 hour' where ${row} returning id`
    )
    await seal()
  })

  it("are recorded even if their counting row was sealed meanwhile", async () => {
    const before = limited(await demo.run(many(20, null, "198.51.100.3")))
    await aMinuteLater()
    await seal()
    const sealed = await query<{ id: string; count: number }>(
      "select id, count from audit_sealed where window_subject = 'ip:198.51.100.3'"
    )
    expect(sealed.length).toBeGreaterThan(0)
    const later = limited(await demo.run(many(30, null, "198.51.100.3")))
    const [all] = await query<Row>(
      `select count(*) as rows, sum(count) as refusals from audit_events
       where error_code = 'rate_limited' and ip = '198.51.100.3'`
    )
    expect(all!.refusals).toBe(before + later)
    for (const { count, id } of sealed) {
      expect(await query(`select count from audit_events where id = '${id}'`)).toEqual([{ count }])
    }
  })
})
