import { describe, expect, it } from "vitest"
import { runOnPlatform } from "../../support/on-platform.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const slug = "boiler-repair"
const { apply, here, list, preview, recommend, send, statusOf, there, undo } = recommendationHelpers(
  demo,
  slug
)

describe("keywords without conversions", () => {
  it("are paused in the platform and here, and enabled again by undo", async () => {
    const id = await recommend("no_conversion_keywords")
    const { preview_hash, would_apply } = await preview(id)
    expect(would_apply[0]).toEqual({
      op: "pause_keyword",
      summary: expect.stringMatching(/^Pause ".+" \(\w+\)$/)
    })
    const before = await there("/adGroupCriteria/")
    const { action_id, action_ids } = await apply(id, { preview_hash })
    expect(action_ids).toEqual([action_id])
    const [paused, pausedHere] = [await there("/adGroupCriteria/"), await here()]
    expect(paused.filter((one) => !before.includes(one))).toHaveLength(would_apply.length)
    for (const one of paused.filter((keyword) => !before.includes(keyword))) {
      expect(one).toMatch(/PAUSED$/)
      expect(pausedHere).toContain(one)
    }
    expect(await statusOf(id)).toBe("applied")
    expect(await send(id)).toMatchObject({ status: 409, error: { _tag: "recently_applied" } })

    const { restored } = await undo(action_id)
    expect(restored.length).toBeGreaterThan(0)
    expect((await there("/adGroupCriteria/")).toSorted()).toEqual(before.toSorted())
    expect(await statusOf(id)).toBe("undone")
    expect(await send(id)).toMatchObject({ status: 409, error: { _tag: "recommendation_not_pending" } })
  })
})

describe("searches with conversions", () => {
  it("become keywords in the platform and here, and are removed by undo", async () => {
    const id = await recommend("new_keywords")
    const { would_apply } = await preview(id)
    const before = await there("/adGroupCriteria/")
    const { action_id } = await apply(id)
    const added = (await there("/adGroupCriteria/")).filter((one) => !before.includes(one))
    expect(added).toHaveLength(would_apply.length)
    expect(await here()).toEqual(expect.arrayContaining(added))
    await undo(action_id)
    expect((await there("/adGroupCriteria/")).toSorted()).toEqual(before.toSorted())
    for (const one of added) expect(await here()).not.toContain(one)
  })

  it("are added and keywords without conversions paused, in one action", async () => {
    const id = await recommend("optimized_keywords", { suggested_count: 5 })
    const ops = new Set((await preview(id)).would_apply.map(({ op }) => op))
    const before = await there("/adGroupCriteria/")
    const { action_ids } = await apply(id)
    expect(action_ids).toHaveLength(1)
    expect(ops).toContain("add_keyword")
    await undo(action_ids[0]!)
    expect((await there("/adGroupCriteria/")).toSorted()).toEqual(before.toSorted())
  })
})

describe("searches that only cost money", () => {
  it("are excluded, with the lost traffic in the preview", async () => {
    const id = await recommend("negative_keywords", { days: 30 })
    const { would_apply, would_lose } = await preview(id)
    expect(would_lose).toMatchObject({ conversions: 0, conversions_30d: 0 })
    expect(would_lose?.["cost_30d"]).toBeGreaterThan(0)
    const before = await there("/campaignCriteria/")
    const { action_id } = await apply(id)
    expect(await there("/campaignCriteria/")).toHaveLength(before.length + would_apply.length)
    await undo(action_id)
    expect((await there("/campaignCriteria/")).toSorted()).toEqual(before.toSorted())
  })
})

it("a new target is removed again by undo", async () => {
  const id = await recommend("tcpa")
  const { action_id } = await apply(id)
  const target = async () =>
    (
      await demo.query<{ target_cpa: number | null }>(
        `select target_cpa from campaigns where organization_id = 1 and slug = '${slug}'`
      )
    )[0]!.target_cpa
  expect(await target()).toBeGreaterThan(0)
  await undo(action_id)
  expect(await target()).toBeNull()
  expect(await statusOf(id)).toBe("undone")
})

it("a refusal by the platform leaves it pending, and changes nothing", async () => {
  const id = await recommend("exact_match")
  const before = await here()
  await demo.control("POST", "faults", {
    kind: "refused",
    method: "mutate",
    errorCode: { criterionError: "INVALID_KEYWORD_TEXT" },
    message: "not today",
    times: 1
  })
  expect(await send(id)).toMatchObject({ status: 400, error: { _tag: "validation_error" } })
  expect(await statusOf(id)).toBe("pending")
  expect((await here()).toSorted()).toEqual(before.toSorted())
})

it("the list filters pending ones by campaign and status", async () => {
  const id = await recommend("high_cpc")
  // A pause loses traffic too.
  const { would_lose } = await preview(id)
  expect(would_lose?.["clicks_30d"]).toBeGreaterThan(0)
  expect(would_lose?.["cost"]).toBeLessThan(1)
  const pending = await list({ campaign: slug })
  expect(pending.recommendations).toContainEqual(
    expect.objectContaining({
      id,
      type: "high_cpc",
      campaign: slug,
      status: "pending",
      estimated_monthly_saving: null
    })
  )
  expect((await list({ status: "applied" })).total).toBe(0)
  const pages = await list({ limit: 1 })
  const next = await list({ limit: 1, cursor: pages.next_cursor })
  expect(next.recommendations[0]?.id).not.toBe(pages.recommendations[0]?.id)
})
