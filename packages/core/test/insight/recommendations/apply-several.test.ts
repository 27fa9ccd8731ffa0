import { afterEach, describe, expect, it } from "vitest"
import { randomId } from "../../../src/contract/index.ts"
import { approve } from "../../support/approvals.ts"
import { call } from "../../support/call.ts"
import { changesNothing } from "../../support/changes-nothing.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const { admin, statusOf, there } = recommendationHelpers(demo)
const [one, two] = ["boiler-repair", "emergency-plumber"]

afterEach(async () => {
  await demo.control("DELETE", "faults")
  await demo.query("delete from recommendations where status = 'pending'")
  await demo.query("update organizations set approvals_required = false where slug = 'northwind'")
})

type Operation = Readonly<Record<string, unknown>>
const exclude = (text: string): Operation => ({ op: "add_negative_keyword", text, match: "exact" })
const recommended = async (slug: string, type: string, ...operations: ReadonlyArray<Operation>) => {
  const id = randomId("rec")
  await demo.query(
    `insert into recommendations (organization_id, campaign_id, id, type, summary, details)
     select organization_id, id, '${id}', '${type}', 'Made by a test',
       '${JSON.stringify({ version: 1, findings: [], operations })}'
     from campaigns where organization_id = 1 and slug = '${slug}'`
  )
  return id
}
const pauseOf = async (slug: string): Promise<Operation> => {
  const [keyword] = await demo.query<{ id: number; text: string; match: string }>(
    `select k.id, k.text, k.match_type as match from keywords k join campaigns c on c.id = k.campaign_id
     where c.organization_id = 1 and c.slug = '${slug}' and k.state = 'enabled' and k.removed_at is null
     order by k.id limit 1`
  )
  return { op: "pause_keyword", keyword: keyword!.id, text: keyword!.text, match: keyword!.match }
}

type Values = Readonly<Record<string, unknown>>
const send = (ids: ReadonlyArray<string>, values: Values = {}) =>
  demo.run(call("recommendations.apply_several", admin, { org: "northwind", ids, ...values }))
const execute = async (ids: ReadonlyArray<string>, values: Values = {}) => {
  const { error, output } = await send(ids, { dry_run: false, ...values })
  expect(error).toBeNull()
  return output as unknown as { action_id: string; action_ids: ReadonlyArray<string> }
}
const problems = async (ids: ReadonlyArray<string>) =>
  ((await changesNothing(demo, () => send(ids, { dry_run: false }))).error as unknown as { fields: unknown })
    .fields

/** Recommendations of two campaigns, two of them for the first. */
const three = async () => [
  await recommended(one, "negative_keywords", exclude("several jobs"), exclude("several grants")),
  await recommended(one, "no_conversion_keywords", await pauseOf(one)),
  await recommended(two, "brand_leak", exclude("several brand"))
]

describe("several recommendations", () => {
  it("are previewed as one change, and nothing changes", async () => {
    const ids = await three()
    const { output } = await changesNothing(demo, () => send(ids))
    expect(output).toMatchObject({
      dry_run: true,
      campaign: one,
      platform_check: { verdict: "accepted" },
      would_apply: [
        { campaign: one, op: "pause_keyword" },
        { campaign: one, op: "add_negative_keyword", summary: expect.stringContaining("several jobs") },
        { campaign: one, op: "add_negative_keyword", summary: expect.stringContaining("several grants") },
        { campaign: two, op: "add_negative_keyword", summary: expect.stringContaining("several brand") }
      ],
      by_campaign: [{ campaign: one }, { campaign: two }],
      blocked_keywords: []
    })
  })

  it("are applied with an action of each campaign, and one undo takes all back", async () => {
    const ids = await three()
    const [keywords, exclusions] = [await there(), await there("/campaignCriteria/")]
    const { action_id, action_ids } = await execute(ids)
    expect(action_ids.length).toBe(2)
    expect(action_ids[0]).toBe(action_id)
    expect(await Promise.all(ids.map(statusOf))).toEqual(["applied", "applied", "applied"])
    expect((await there("/campaignCriteria/")).length).toBe(exclusions.length + 3)
    expect(await there()).not.toEqual(keywords)

    expect(await send(ids, { dry_run: false })).toMatchObject({ error: { _tag: "recently_applied" } })
    const undone = await demo.run(call("actions.undo", admin, { id: action_id, all: true }))
    expect(undone.error).toBeNull()
    expect(undone.output).toMatchObject({ undone: true })
    expect(await Promise.all(ids.map(statusOf))).toEqual(["undone", "undone", "undone"])
    expect(await there("/campaignCriteria/")).toEqual(exclusions)
    expect(await there()).toEqual(keywords)
  })

  it("all stay pending if the ad platform refuses one", async () => {
    const ids = await three()
    const before = await there("/campaignCriteria/")
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1 })
    expect((await send(ids, { dry_run: false })).error).not.toBeNull()
    expect(await Promise.all(ids.map(statusOf))).toEqual(["pending", "pending", "pending"])
    expect(await there("/campaignCriteria/")).toEqual(before)
  })

  it("wait for approval together", async () => {
    await demo.query("update organizations set approvals_required = true where slug = 'northwind'")
    const ids = await three()
    const { error } = await send(ids, { dry_run: false })
    expect(error).toMatchObject({ _tag: "approval_required" })
    const id = (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
    await demo.run(approve({ by: "adam@northwind.test", id, organization: "northwind" }))
    expect(await Promise.all(ids.map(statusOf))).toEqual(["applied", "applied", "applied"])
  })
})

describe("recommendations that cannot be applied together", () => {
  it("are named: other changes, repeats, and what is not pending", async () => {
    const good = await recommended(one, "negative_keywords", exclude("together jobs"))
    const target = await recommended(one, "tcpa", { op: "set_target_cpa", from: null, to: 40 })
    const dismissed = await recommended(two, "negative_keywords", exclude("together grants"))
    await demo.query(
      `update recommendations set status = 'dismissed', dismissed_at = now() where id = '${dismissed}'`
    )
    expect(await problems([good, target, dismissed, good])).toEqual([
      { path: "ids.1", message: expect.stringContaining("is a tcpa recommendation") },
      { path: "ids.2", message: "is not pending: it is dismissed" },
      { path: "ids.3", message: "is named twice" }
    ])
  })

  it("are named if their campaigns are in different ad accounts", async () => {
    const ids = [
      await recommended(one, "negative_keywords", exclude("apart jobs")),
      await recommended(two, "negative_keywords", exclude("apart jobs"))
    ]
    await demo.query(
      `insert into ad_accounts (organization_id, id, customer_id, status) values (1, 'acc_apart', '9999999999', 'linked')`
    )
    await demo.query(
      `update campaigns set ad_account_id = 'acc_apart' where organization_id = 1 and slug = '${two}'`
    )
    expect(await problems(ids)).toEqual([
      { path: "ids.1", message: expect.stringContaining("is in another ad account") }
    ])
  })
})
