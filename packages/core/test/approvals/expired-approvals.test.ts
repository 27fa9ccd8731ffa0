import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import {
  completePreview,
  expireApprovals,
  failureReason,
  findQueuedWrite,
  pendingProblem,
  readPendingCount,
  releaseClaim,
  settleApproved,
  settleFailed,
  storedRequester
} from "../../src/approvals/queued-write.ts"
import { Unauthorized } from "../../src/contract/index.ts"
import { runSql } from "../../src/storage/index.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const [northwind] = await query<{ id: number }>("select id from organizations where slug = 'northwind'")
const organization = northwind!.id

/** Rows in every status, before and after their expiry, claimed and not, in two organizations. */
beforeAll(async () => {
  await query(
    `insert into queued_writes (organization_id, id, operation, input, summary, requester_type, requester_scopes,
       status, decided_at, claimed_at, expires_at)
     select o.id, 'qw_' || case status when 'pending' then 'pend' else status end || '_' || age || claim || o.id,
       'campaigns.update', '{}', 'test', 'user', '{}', status, case when status <> 'pending' then now() end,
       case claim when 'claimed' then now() end, now() + case age when 'late' then -1 else 1 end * interval '1 hour'
     from organizations o, unnest(array['pending', 'approved', 'rejected', 'failed']) as status,
       unnest(array['late', 'open']) as age, unnest(array['claimed', 'free']) as claim
     where o.slug in ('northwind', 'contoso') and (status = 'pending' or claim = 'free') returning id`
  )
})

describe("a write that nobody decided on", () => {
  it("counts as pending in its own organization until it expires", async () => {
    const [row] = await demo.run(runSql(readPendingCount(organization)))
    expect(row).toEqual({ pending: 2 })
  })

  it("cannot be decided once it has expired, before the expiry job has run", async () => {
    const problemOf = async (name: string) =>
      (
        await demo.run(
          Effect.flatMap(findQueuedWrite(organization, `${name}${organization}`), pendingProblem)
        )
      )?.message ?? null
    expect(await problemOf("qw_pend_openfree")).toBeNull()
    expect(await problemOf("qw_pend_latefree")).toContain("expired: nobody decided within 7 days")
    expect(await problemOf("qw_pend_openclaimed")).toContain("is being executed right now")
    expect(await problemOf("qw_rejected_openfree")).toMatch(/is already rejected\. Only a pending change/)
  })

  it("is rejected once it has expired, unless an approval is executing it", async () => {
    const before = await query<{ id: string; status: string }>("select id, status from queued_writes")
    expect(await demo.run(expireApprovals)).toBe(2)
    const after = await query<{ id: string; status: string; reason: string | null }>(
      "select id, status, reason from queued_writes"
    )
    const statusBefore = new Map(before.map(({ id, status }) => [id, status]))
    const changed = after.filter(({ id, status }) => statusBefore.get(id) !== status)
    expect(
      changed.map(({ id, reason, status }) => [id.startsWith("qw_pend_latefree"), status, reason])
    ).toEqual([
      [true, "rejected", "expired"],
      [true, "rejected", "expired"]
    ])
    expect(await demo.run(expireApprovals)).toBe(0)
  })
})

it("is pending again once its claim is released, and has its own preview", async () => {
  const rows = () =>
    query<{ id: string; claimed: boolean; preview: object | null }>(
      "select id, claimed_at is not null as claimed, preview from queued_writes order by organization_id, id"
    )
  await query("update queued_writes set claimed_at = now() where status = 'pending'")
  const before = await rows()
  const changed = async () =>
    (await rows()).filter((row, n) => JSON.stringify(row) !== JSON.stringify(before[n]))
  const id = `qw_pend_openfree${organization}`
  await demo.run(releaseClaim(organization, id))
  expect(await changed()).toEqual([{ id, claimed: false, preview: null }])
  for (const each of [id, `qw_rejected_openfree${organization}`])
    await demo.run(completePreview(organization, each, { checked: true }))
  expect(await changed()).toEqual([{ id, claimed: false, preview: { checked: true } }])
})

it("is settled alone, and only while its approval holds the claim", async () => {
  const statuses = async () =>
    new Map(
      (await query<{ id: string; status: string }>("select id, status from queued_writes")).map(
        ({ id, status }) => [id, status] as const
      )
    )
  const changedBy = async (id: string, settle = settleFailed) => {
    const before = await statuses()
    await demo.run(settle(organization, id, "The platform refused it."))
    return [...(await statuses())].filter(([each, status]) => before.get(each) !== status)
  }
  expect(await changedBy(`qw_pend_openfree${organization}`)).toEqual([])
  const claimed = `qw_pend_openclaimed${organization}`
  expect(await changedBy(claimed)).toEqual([[claimed, "failed"]])
  expect(await changedBy(claimed)).toEqual([])
  expect(await changedBy(`qw_pend_openfree${organization}`, settleApproved)).toEqual([])
  const late = `qw_pend_lateclaimed${organization}`
  expect(await changedBy(late, settleApproved)).toEqual([[late, "approved"]])
})

it.each([
  ["creator_role", "no longer has a role"],
  ["expired", "was rotated or has expired"],
  ["revoked", "was revoked"]
] as const)("fails with the reason of a requester who is rejected: %s", (why, reason) => {
  expect(failureReason(new Unauthorized({ why }))).toContain(reason)
})

it("remembers whether a key or a connected app requested a write", async () => {
  const write = await demo.run(findQueuedWrite(organization, `qw_pend_openfree${organization}`))
  expect(storedRequester(organization, write)).toMatchObject({
    kind: "access_token",
    keyId: null,
    organization
  })
  expect(storedRequester(organization, { ...write, requester_key_id: 7 })).toMatchObject({
    kind: "api_key",
    keyId: 7
  })
})
