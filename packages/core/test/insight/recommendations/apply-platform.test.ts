import { describe, expect, it } from "vitest"
import type { Detector, Output } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const slug = "boiler-repair"

const recommend = async (detector: Detector, options: object = {}) => {
  const { output } = await demo.run(
    call("detectors.run", admin, { org: "northwind", slug, detector, options })
  )
  const { findings } = output as Output<"detectors.run">
  return findings.find(({ recommendation_id }) => recommendation_id !== undefined)!.recommendation_id!
}
const preview = async (id: string) => {
  const { error, output } = await demo.run(call("recommendations.apply", admin, { id }))
  expect(error).toBeNull()
  return output as {
    would_apply: ReadonlyArray<{ op: string; summary: string }>
    would_lose?: object
    preview_hash: string
  }
}
const send = (id: string, more = {}) =>
  demo.run(call("recommendations.apply", admin, { id, dry_run: false, ...more }))
const apply = async (id: string, more = {}) => {
  const { error, output } = await send(id, more)
  expect(error).toBeNull()
  return output as { action_id: string; action_ids: ReadonlyArray<string> }
}
const undo = async (id: string) => {
  const { error, output } = await demo.run(call("actions.undo", admin, { id }))
  expect(error).toBeNull()
  return output as Output<"actions.undo">
}
const statusOf = async (id: string) =>
  (await demo.query<{ status: string }>(`select status from recommendations where id = '${id}'`))[0]!.status

interface Criterion {
  readonly status?: string
  readonly negative?: boolean
  readonly keyword?: { readonly text: string; readonly matchType: string }
}
/** Keywords, or exclusions, as the platform has them: "boiler repair EXACT PAUSED". */
const there = async (kind: "/adGroupCriteria/" | "/campaignCriteria/") => {
  const { resources } = (await demo.state()) as { resources: Record<string, Criterion> }
  return Object.entries(resources).flatMap(([ref, { keyword, status }]) =>
    ref.includes(kind) && keyword !== undefined && status !== "REMOVED"
      ? [`${keyword.text} ${keyword.matchType} ${status ?? ""}`.trim()]
      : []
  )
}
const here = async () =>
  (
    await demo.query<{ told: string }>(
      "select text || ' ' || upper(match_type) || ' ' || upper(state) as told from keywords where removed_at is null"
    )
  ).map(({ told }) => told)

describe("keywords that bring nothing", () => {
  it("are paused there and here, and enabled again by undo", async () => {
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

describe("searches that convert", () => {
  it("become keywords there and here, and are taken away by undo", async () => {
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

  it("are added and barren ones paused in one action", async () => {
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

describe("searches that only cost", () => {
  it("are excluded, with what would be lost told before", async () => {
    const id = await recommend("negative_keywords", { days: 30 })
    const { would_apply, would_lose } = await preview(id)
    expect(would_lose).toMatchObject({ conversions: 0 })
    const before = await there("/campaignCriteria/")
    const { action_id } = await apply(id)
    expect(await there("/campaignCriteria/")).toHaveLength(before.length + would_apply.length)
    await undo(action_id)
    expect((await there("/campaignCriteria/")).toSorted()).toEqual(before.toSorted())
  })
})

it("a target that is set is taken away again by undo", async () => {
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

it("a refusal by the platform leaves it pending, and nothing changed", async () => {
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

it("the list shows what waits, by campaign and status", async () => {
  const id = await recommend("high_cpc")
  const list = async (values: object) =>
    (await demo.run(call("recommendations.list", admin, { org: "northwind", ...values })))
      .output as Output<"recommendations.list">
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
