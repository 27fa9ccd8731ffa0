import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import * as deciding from "../support/approvals.ts"
import { campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { runCore } from "../support/run-core.ts"

/*
 * Two people decide on one write. Each test holds one of them inside its transaction until the other waits.
 */
const organization = "fabrikam"
const slug = "boiler-repair"
const demo = await runCore()
const query = queryOn(demo)
const { update } = executedWrites(demo, demo.keys[organization]!.admin!)

const queued = ({ error }: PipelineResponse): string => {
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const approving = (id: string) => deciding.approve({ organization, id, by: "olivia@northwind.test" })
const rejecting = (id: string) => deciding.reject({ organization, id, by: "femi@fabrikam.test" })
const actionsOf = (id: string) => query(`select id from actions where queued_write_id = '${id}'`)
const statusOf = async (id: string) =>
  (await query<{ status: string }>(`select status from queued_writes where id = '${id}'`))[0]!.status
const name = async () => (await campaignOf(demo, slug, organization))["name"]
/** Keeps the campaign's row locked until it is released. */
const holdCampaign = async () => {
  const [found] = await query<{ id: number }>(`select id from organizations where slug = '${organization}'`)
  return holdTransaction(
    demo,
    `select 1 from campaigns where slug = '${slug}' and organization_id = ${found!.id} for update`
  )
}

describe("a write with concurrent decisions", () => {
  it("is not executed after its rejection commits, however far the approval has come", async () => {
    const before = await name()
    const id = queued(await update(slug, { name: "Rejected first" }))
    const commit = await holdTransaction(
      demo,
      `update queued_writes set status = 'rejected', decided_at = now(), reason = 'no' where id = '${id}'`
    )
    const approval = demo.run(Effect.flip(approving(id)))
    await untilBlocked(demo, 1)
    await commit()
    expect(await approval).toMatchObject({ _tag: "NotPending", status: "rejected", reason: "no" })
    expect([await name(), await statusOf(id), await actionsOf(id)]).toEqual([before, "rejected", []])
  })

  it("is not rejected after its approval commits", async () => {
    const id = queued(await update(slug, { name: "Approved first" }))
    const release = await holdCampaign()
    const approval = demo.run(approving(id))
    await untilBlocked(demo, 1)
    const rejection = demo.run(Effect.flip(rejecting(id)))
    await untilBlocked(demo, 2)
    await release()
    expect(await approval).toMatchObject({ status: "approved" })
    expect(await rejection).toMatchObject({ _tag: "NotPending", status: "approved" })
    expect([await name(), await statusOf(id)]).toEqual(["Approved first", "approved"])
    expect(await actionsOf(id)).toHaveLength(1)
  })

  it("does not expire while its approval is in progress", async () => {
    const id = queued(await update(slug, { name: "Approved in time" }))
    const release = await holdCampaign()
    const approval = demo.run(approving(id))
    await untilBlocked(demo, 1)
    const expiry = query(
      `update queued_writes set expires_at = now() where id = '${id}' and status = 'pending' returning id`
    )
    await untilBlocked(demo, 2)
    await release()
    expect(await approval).toMatchObject({ status: "approved" })
    expect(await expiry).toEqual([])
    expect(await statusOf(id)).toBe("approved")
  })
})
