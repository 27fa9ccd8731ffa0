import { afterEach, describe, expect, it } from "vitest"
import { fieldEdit } from "../../src/campaigns/edits/field.ts"
import { makeStep } from "../../src/changes/edit.ts"
import type { ActionPlan } from "../../src/changes/write.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { campaignOf, executedWrites, queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"
import { registerTestWrite } from "../support/test-write.ts"

/* Fabrikam requires approvals. */
const organization = "fabrikam"
const demo = await runCore()
const query = queryOn(demo)
const { admin, owner } = demo.keys[organization]!
const { update } = executedWrites(demo, admin!)
const { apply, recommend } = await registerTestWrite(demo)

const own = `organization_id = (select id from organizations where slug = '${organization}')`
const decide = (id: string) => ({ organization, id, by: "olivia@northwind.test" })
const settings = (what: string) =>
  query(`update organizations set ${what} where slug = '${organization}' returning id`)
const clearQueue = () =>
  query(`update queued_writes set status = 'rejected', decided_at = now() where ${own} and status = 'pending'
    returning id`)
const budgets = await query<{ id: number; slug: string; budget: number }>(
  `select id, slug, budget from campaigns where ${own} and budget > 0 order by slug`
)
const committed = async () => {
  const { output } = await demo.run(call("organizations.get", admin!, { org: organization }))
  return (output as unknown as { committed_monthly: number }).committed_monthly / 30
}
const budgetOf = (slug: string): number => budgets.find((one) => one.slug === slug)!.budget

await clearQueue()
const daily = await committed()
afterEach(async () => {
  await clearQueue()
  await settings("max_spend = 12000, api_budget_change_limit_pct = 25")
  for (const { budget, id } of budgets) {
    await query(
      `update campaigns set budget = ${budget}, unpushed = '{}' where ${own} and id = ${id} returning id`
    )
  }
})

/** Registers a write that sets new daily budgets, one action per campaign. */
const moving = (targets: ReadonlyArray<readonly [slug: string, ...to: ReadonlyArray<number>]>) =>
  recommend(organization, () =>
    targets.map(([slug, ...to]): ActionPlan => {
      const campaign = budgets.find((one) => one.slug === slug)!
      return {
        op: "apply_recommendation",
        campaign,
        source: "dashboard",
        steps: to.map((to) => makeStep(fieldEdit, { campaign: campaign.id, field: "budget", to }))
      }
    })
  )
const queued = ({ error }: PipelineResponse): string => {
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const hold = async (...targets: Parameters<typeof moving>[0]) =>
  queued(await demo.run(apply(await moving(targets), admin!)))

describe("a pending write that would raise several campaigns", () => {
  it("reserves for each of them until it is decided", async () => {
    const id = await hold(["boiler-repair", 110], ["emergency-plumber", budgetOf("emergency-plumber") + 5])
    expect(await committed()).toBe(daily + 10 + 5)
    await demo.run(deciding.reject(decide(id)))
    expect(await committed()).toBe(daily)
  })

  it("leaves others only the headroom beside all of it", async () => {
    const plumber = budgetOf("emergency-plumber")
    await settings(`max_spend = ${(daily + 20) * 30}, api_budget_change_limit_pct = 100`)
    await hold(["boiler-repair", 110], ["emergency-plumber", plumber + 4])
    // 20 are free, and 14 of them are reserved.
    const third = budgets.find(({ slug }) => slug !== "boiler-repair" && slug !== "emergency-plumber")!
    expect((await update(third.slug, { budget: third.budget + 7 })).error).toMatchObject({
      _tag: "budget_cap_exceeded",
      allowed_max_daily: third.budget + 6
    })
    queued(await update(third.slug, { budget: third.budget + 6 }))
  })

  it("neither blocks itself nor lets another write use its reservation", async () => {
    const plumber = budgetOf("emergency-plumber")
    await settings(`max_spend = ${(daily + 14) * 30}`)
    const id = await hold(["boiler-repair", 110], ["emergency-plumber", plumber + 4])
    expect((await update("emergency-plumber", { budget: plumber + 5 })).error).toMatchObject({
      allowed_max_daily: plumber + 4
    })
    expect(await demo.run(deciding.approve(decide(id)))).toMatchObject({ status: "approved" })
    expect(await campaignOf(demo, "boiler-repair", organization)).toMatchObject({ budget: 110 })
    expect(await campaignOf(demo, "emergency-plumber", organization)).toMatchObject({ budget: plumber + 4 })
    expect(await committed()).toBe(daily + 14)
  })

  it("shares a campaign's single reservation with other callers' writes: the largest", async () => {
    await hold(["boiler-repair", 108], ["emergency-plumber", budgetOf("emergency-plumber") + 1])
    queued(await executedWrites(demo, owner!).update("boiler-repair", { budget: 112 }))
    expect(await committed()).toBe(daily + 12 + 1)
    queued(await executedWrites(demo, owner!).update("boiler-repair", { budget: 106 }))
    expect(await committed()).toBe(daily + 12 + 1)
  })

  it("names budget changes first, to its approver and in the log", async () => {
    const campaign = budgets.find(({ slug }) => slug === "boiler-repair")!
    const set = (name: "name" | "budget" | "target_cpa", to: string | number | null) =>
      makeStep(fieldEdit, { campaign: campaign.id, field: name, to })
    await query(`update campaigns set target_cpa = null where ${own} and id = ${campaign.id} returning id`)
    const steps = [set("name", "Boilers last"), set("budget", campaign.budget + 1), set("target_cpa", null)]
    const action = { op: "apply_recommendation", campaign, source: "dashboard", steps } as const
    const id = queued(await demo.run(apply(await recommend(organization, () => [action]), admin!)))
    const sentences = new RegExp(
      `Daily budget from €${campaign.budget} to €${campaign.budget + 1}; Name from `
    )
    const [write] = await query<{ summary: string }>(`select summary from queued_writes where id = '${id}'`)
    expect(write!.summary).toMatch(sentences)
    await demo.run(deciding.approve(decide(id)))
    const [logged] = await query<{ detail: string; steps: number }>(
      `select detail, jsonb_array_length(steps) as steps from actions where queued_write_id = '${id}'`
    )
    // The step that changes nothing is no part of the action.
    expect(logged).toEqual({ detail: expect.stringMatching(sentences), steps: 2 })
  })

  it("is planned once, because it reads nothing from the platform", async () => {
    let plans = 0
    const id = await recommend(organization, () => {
      plans++
      return []
    })
    expect((await demo.run(apply(id, admin!))).output).toMatchObject({ applied: true, action_ids: [] })
    expect(plans).toBe(1)
  })

  it("reserves nothing for a decrease, and once for a campaign that it moves twice", async () => {
    await hold(["boiler-repair", 104, 109, 107], ["emergency-plumber", budgetOf("emergency-plumber") - 1])
    expect(await committed()).toBe(daily + 9)
  })
})
