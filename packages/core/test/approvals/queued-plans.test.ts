import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { CampaignAdministration } from "../../src/campaign-services.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import * as deciding from "../support/approvals.ts"
import { asOperator, call } from "../support/call.ts"
import { campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

/* Fabrikam requires approvals. */
const organization = "fabrikam"
const slug = "boiler-repair"
const demo = await runCore()
const query = queryOn(demo)
const { admin } = demo.keys[organization]!
const { set, undo, update } = executedWrites(demo, admin!)

const own = `organization_id = (select id from organizations where slug = '${organization}')`
const queued = ({ error }: PipelineResponse): string => {
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const decision = (id: string) => ({ organization, id, by: "olivia@northwind.test" })
const approve = (id: string) => demo.run(deciding.approve(decision(id)))
const campaign = () => campaignOf(demo, slug, organization)
const setCampaign = (values: string) =>
  query(`update campaigns set ${values} where ${own} and slug = '${slug}' returning id`)
const used = async () =>
  (
    await query<{ used: number }>(`select coalesce(sum(used), 0)::int as used from write_quota where ${own}`)
  )[0]?.used ?? 0
const actionsOf = (id: string) => query(`select id from actions where queued_write_id = '${id}'`)
afterEach(() =>
  setCampaign("budget = 100, target_cpa = null, state = 'live', wanted_state = null, unpushed = '{}'")
)

describe("an approved write", () => {
  it("fails as stale, with the differences, if it would not do what was queued", async () => {
    const id = queued(await update(slug, { budget: 110 }))
    await setCampaign("budget = 105")
    const spent = await used()
    const decided = await approve(id)
    expect(decided).toMatchObject({ status: "failed", result: null })
    expect(decided.reason).toBe(
      "preview_stale: The change is no longer what was queued (queued: boiler-repair: Daily budget from €100 to €110; now: boiler-repair: Daily budget from €105 to €110). Send it again to queue it as it is now."
    )
    expect(await campaign()).toMatchObject({ budget: 105 })
    expect([await used(), await actionsOf(id)]).toEqual([spent, []])
    const told = await demo.run(call("queued_writes.get", admin!, { queued_id: id }))
    expect(told.output).toMatchObject({ status: "failed", reason: decided.reason })
  })

  it("shows its approver the current plan", async () => {
    const id = queued(await update(slug, { budget: 110, name: "Two steps" }))
    await setCampaign("budget = 108")
    const approving = Effect.flatMap(CampaignAdministration, (administration) =>
      asOperator(administration["approvals.approve"](organization, { id }), "olivia@northwind.test")
    )
    const failure = await demo.run(Effect.flip(approving))
    expect(failure).toMatchObject({
      _tag: "ApprovalFailed",
      statusCode: 409,
      errorCode: "preview_stale",
      refusal: { current: { would_change: { budget: { from: 108, to: 110 } } } }
    })
    expect(await campaign()).not.toMatchObject({ name: "Two steps" })
  })

  it("is not stale after a change that it does not affect", async () => {
    const id = queued(await update(slug, { budget: 110 }))
    await setCampaign("target_cpa = 30")
    expect(await approve(id)).toMatchObject({ status: "approved" })
    expect(await campaign()).toMatchObject({ budget: 110 })
  })

  it("stops spend from any current state", async () => {
    const id = queued(await set(slug, "paused"))
    await setCampaign("state = 'error', wanted_state = 'live'")
    expect(await approve(id)).toMatchObject({ status: "approved", result: { accepted: true } })
    expect(await campaign()).toMatchObject({ wanted_state: "paused" })
  })

  it("does not lower a budget by more than its approver saw", async () => {
    const id = queued(await update(slug, { budget: 90 }))
    await setCampaign("budget = 110")
    expect(await approve(id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^preview_stale/)
    })
    expect(await campaign()).toMatchObject({ budget: 110 })
  })

  it("that undoes an action restores what the approver saw, or nothing", async () => {
    const made = await approve(queued(await update(slug, { budget: 110, target_cpa: 40 })))
    const { action_id } = made.result as { action_id: string }
    const id = queued(await undo(action_id))
    await setCampaign("target_cpa = 44")
    expect(await approve(id)).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^preview_stale/)
    })
    expect(await campaign()).toMatchObject({ budget: 110, target_cpa: 44 })
  })
})

describe("a write queued before plans were stored", () => {
  const queuedBefore = async (values: object) => {
    const id = queued(await update(slug, { ...values }))
    await query(`update queued_writes set plan = null where id = '${id}' returning id`)
    return id
  }

  it("is executed if its preview is still valid", async () => {
    expect(await approve(await queuedBefore({ budget: 112 }))).toMatchObject({ status: "approved" })
  })

  it("is executed if it has no preview to compare with", async () => {
    for (const [budget, preview] of [
      [115, "null"],
      [116, "'{}'"]
    ] as const) {
      const id = await queuedBefore({ budget })
      await query(`update queued_writes set preview = ${preview} where id = '${id}' returning id`)
      expect(await approve(id)).toMatchObject({ status: "approved" })
    }
  })

  it("is stale otherwise", async () => {
    const id = await queuedBefore({ budget: 113 })
    await setCampaign("budget = 107")
    expect(await approve(id)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("it would now be: boiler-repair: Daily budget from €107 to €113")
    })
  })
})

it("stays pending if this version cannot read its plan", async () => {
  const id = queued(await update(slug, { budget: 114 }))
  for (const broken of [
    `plan || '{"version": 2}'`,
    `jsonb_set(plan, '{actions,0,steps,0,version}', '99')`,
    `jsonb_set(plan, '{actions,0,steps,0,input}', '{}')`
  ]) {
    const before = await query<{ plan: object }>(`select plan from queued_writes where id = '${id}'`)
    await query(`update queued_writes set plan = ${broken} where id = '${id}' returning id`)
    const failure = await demo.run(Effect.flip(deciding.approve(decision(id))))
    expect(failure).toMatchObject({ _tag: "unavailable" })
    await query(
      `update queued_writes set plan = '${JSON.stringify(before[0]!.plan)}' where id = '${id}' returning id`
    )
  }
  await query(`update queued_writes set operation = 'campaigns.vanish' where id = '${id}' returning id`)
  expect(await demo.run(Effect.flip(deciding.approve(decision(id))))).toMatchObject({
    _tag: "unavailable",
    retryAfter: 60,
    because: expect.stringContaining("knows no operation campaigns.vanish")
  })
  await query(`update queued_writes set operation = 'campaigns.update' where id = '${id}' returning id`)
  expect(await approve(id)).toMatchObject({ status: "approved" })
})

it("fails if this version does not accept its input", async () => {
  const id = queued(await update(slug, { budget: 117 }))
  await query(
    `update queued_writes set input = '{"slug": "boiler-repair", "budget": "much"}' where id = '${id}' returning id`
  )
  expect(await approve(id)).toMatchObject({
    status: "failed",
    reason: expect.stringMatching(/^validation_error: /)
  })
})
