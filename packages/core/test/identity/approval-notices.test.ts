import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, expect, it } from "vitest"
import { sendApprovalNotices } from "../../src/identity/mail/approval-notices.ts"
import { mailEndpoints } from "../../src/identity/mail/outbox.ts"
import { asOperator, call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore()
const org = "fabrikam"
const approvers = ["femi@fabrikam.test", "olivia@northwind.test"]
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

let budget = 100
const hold = async () => {
  budget += 1
  const { error } = await demo.run(
    call("campaigns.update", demo.keys[org]!.admin!, { org, slug: "boiler-repair", budget, dry_run: false })
  )
  if (error?._tag !== "approval_required") throw new Error(`Not held: ${error?._tag}`)
  return error.queued_recommendation_id
}

/** The recipients of the notices since the last check. */
const notified = async () => {
  await demo.run(sendApprovalNotices)
  const rows = await query<{ recipient: string }>(
    "with told as (update emails set sent_at = now() where kind = 'approval' and sent_at is null returning *) select recipient from told order by recipient"
  )
  return rows.map(({ recipient }) => recipient)
}
const anHourPasses = () => query("update approval_notices set sent_at = sent_at - interval '61 minutes'")

beforeEach(async () => {
  budget = 100
  await query("update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'")
  await query("delete from approval_notices")
  await query("delete from emails")
})

it("notifies every owner and admin once about a new pending write", async () => {
  expect(await notified()).toEqual([])
  await hold()
  expect(await notified()).toEqual(approvers)
  expect(await notified()).toEqual([])
})

it("collects what arrives within the hour in one digest", async () => {
  await hold()
  expect(await notified()).toEqual(approvers)
  await hold()
  await hold()
  expect(await notified()).toEqual([])
  await anHourPasses()
  expect(await notified()).toEqual(approvers)
  await anHourPasses()
  expect(await notified()).toEqual([])
})

it("links to the page of the only write, or to the list, and is dropped once nothing waits", async () => {
  const id = await hold()
  await demo.run(sendApprovalNotices)
  const show = async () => {
    const [row] = await query<{ id: number }>("select id from emails order by id limit 1")
    const endpoints = await demo.run(mailEndpoints)
    return (await demo.run(asOperator(endpoints.show(row!.id), null))).mail
  }
  const single = await show()
  expect(single?.subject).toBe("Approve? boiler-repair: Daily budget from 100 to 101")
  expect(single?.text).toContain(`http://adwarden.test/o/${org}/optimizations/${id}`)
  expect(single?.text).toContain("Nothing has changed yet.")
  await hold()
  const digest = await show()
  expect(digest?.subject).toMatch(/^2 changes wait for approval at Fabrikam/)
  expect(digest?.text).toMatch(/\/o\/fabrikam\/optimizations\n/)
  await query("update queued_writes set status = 'rejected', decided_at = now() where status = 'pending'")
  expect(await show()).toBeNull()
})

it("notifies once if several workers check concurrently", async () => {
  for (let round = 0; round < 5; round++) {
    await query("delete from approval_notices")
    await hold()
    const worker = () => demo.run(sendApprovalNotices)
    await staggered([worker, worker, worker], round)
    expect(await notified()).toEqual(approvers)
  }
})

it("does not notify people who cannot decide, or about an expired write", async () => {
  await hold()
  await query("update queued_writes set expires_at = now() - interval '1 second' where status = 'pending'")
  expect(await notified()).toEqual([])
  await hold()
  await query("update users set disabled_at = now() where email = 'femi@fabrikam.test'")
  expect(await notified()).toEqual(["olivia@northwind.test"])
  await query("update users set disabled_at = null where email = 'femi@fabrikam.test'")
})
