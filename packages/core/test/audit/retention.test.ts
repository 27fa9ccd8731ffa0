import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { chainBreak, genesis } from "../../src/audit/chain.ts"
import { applyAuditRetention, lastToDelete } from "../../src/audit/retention.ts"
import { AuditSealer } from "../../src/audit/sealer.ts"
import type { AuditEvent } from "../../src/contract/index.ts"
import { Settings } from "../../src/settings.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore({ auditRetentionDays: 90 })
const owner = demo.keys["contoso"]!.owner!

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
/** It has no history: its chain begins with this test's requests. */
const contoso = "(select id from organizations where slug = 'contoso')"
const seal = () => demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
const chain = () =>
  query<AuditEvent & { position: number }>(
    `select id, at, request_id, surface, operation, method, path, status_code, error_code, actor_type,
       user_email as "user", key_prefix, key_last_four, ip, user_agent, count, previous_hash, hash, personal_key, position
     from audit_events where organization_id = ${contoso} and position is not null order by position`
  )
const anchors = () =>
  query<{ position: number; hash: string }>(
    `select position, hash from audit_anchors where organization_id = ${contoso} order by position`
  )
const requests = async (count: number, daysAgo: number) => {
  const answers = await demo.run(
    Effect.forEach(Array.from({ length: count }), () => call("organizations.get", owner))
  )
  const ids = answers.map(({ requestId }) => `'${requestId}'`).join(", ")
  await query(
    `update audit_unsealed set at = now() - interval '${daysAgo} days' where request_id in (${ids}) returning id`
  )
  await seal()
}

describe("the events that can be deleted from a chain", () => {
  const event = (position: number, old: boolean) => ({ position, hash: `h${position}`, old })

  it("are the old ones at its beginning, and none after the first to keep", () => {
    expect(lastToDelete([])).toBeUndefined()
    expect(lastToDelete([event(4, false), event(5, true)])).toBeUndefined()
    expect(lastToDelete([event(4, true), event(5, true), event(6, false), event(7, true)])?.position).toBe(5)
    expect(lastToDelete([event(4, true), event(5, true)])?.position).toBe(5)
  })
})

describe("retention", () => {
  it("deletes old events and stores the anchor, and the rest can still be verified", async () => {
    await requests(5, 200)
    await requests(4, 10)
    await requests(3, 100)
    const before = await chain()
    expect(await demo.run(applyAuditRetention)).toBeGreaterThanOrEqual(5)
    const after = await chain()
    expect(after.map(({ position }) => position)).toEqual(before.slice(5).map(({ position }) => position))
    const [anchor] = await anchors()
    expect(anchor).toEqual({ position: before[4]!.position, hash: before[4]!.hash })
    expect(chainBreak(after, anchor!.hash)).toBe(-1)
    // Without the anchor, or with one more event missing, the verification fails.
    expect(chainBreak(after, genesis)).toBe(0)
    expect(chainBreak(after.slice(1), anchor!.hash)).toBe(0)
    expect(chainBreak(after.toSpliced(2, 1), anchor!.hash)).toBe(2)
  })

  it("does nothing the second time, and the chain continues", async () => {
    expect(await demo.run(applyAuditRetention)).toBe(0)
    await requests(2, 0)
    const [anchor] = await anchors()
    expect(chainBreak(await chain(), anchor!.hash)).toBe(-1)
  })

  it("continues after a whole chain was deleted, and keeps earlier anchors", async () => {
    await query(
      `update audit_sealed set at = now() - interval '300 days' where organization_id = ${contoso} returning id`
    )
    const last = (await chain()).at(-1)!
    await demo.run(applyAuditRetention)
    expect(await chain()).toEqual([])
    expect((await anchors()).at(-1)).toEqual({ position: last.position, hash: last.hash })
    expect(await anchors()).toHaveLength(2)
    await requests(2, 0)
    const fresh = await chain()
    expect(fresh[0]!.position).toBe(last.position + 1)
    expect(chainBreak(fresh, last.hash!)).toBe(-1)
  })

  it("stores one anchor for a chain that takes two batches", async () => {
    await requests(1, 200)
    const newest = (await chain()).at(-1)!
    const kept = await anchors()
    await query(
      `insert into audit_sealed select (jsonb_populate_record(s, jsonb_build_object('position', ${newest.position} + n,
         'id', 'aud_bulk' || n, 'sequence', s.sequence + 1000000 + n, 'hash', md5(n::text) || md5(n::text)))).*
       from audit_sealed s, generate_series(1, 5000) as n where id = '${newest.id}' returning id`
    )
    await query(
      `update audit_sealed set at = now() - interval '200 days' where organization_id = ${contoso} returning id`
    )
    const before = await chain()
    expect(before.length).toBeGreaterThan(5000)
    expect(await demo.run(applyAuditRetention)).toBe(before.length)
    expect(await chain()).toEqual([])
    const last = before.at(-1)!
    expect(await anchors()).toEqual([...kept, { position: last.position, hash: last.hash }])
  })

  it("is off by default", async () => {
    await requests(1, 3000)
    const settings = await demo.run(Settings)
    const forever = Effect.provideService(applyAuditRetention, Settings, {
      ...settings,
      auditRetentionDays: null
    })
    expect(await demo.run(forever)).toBe(0)
  })
})
