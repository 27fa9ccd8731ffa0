import { afterEach, describe, expect, it } from "vitest"
import { randomId } from "../../../src/contract/index.ts"
import { detectDaily } from "../../../src/insight/daily/run.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const { apply, list, recommend, send, statusOf, there, undo } = recommendationHelpers(demo)

afterEach(() => demo.control("DELETE", "faults"))

interface Details {
  readonly findings: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly operations: ReadonlyArray<{ readonly op: string; readonly text: string }>
}
const detailsOf = async (id: string): Promise<Details> =>
  (await demo.query<{ details: Details }>(`select details from recommendations where id = '${id}'`))[0]!
    .details
const textsOf = async (id: string) => (await detailsOf(id)).operations.map(({ text }) => text)
const excluded = async () => (await there("/campaignCriteria/")).filter((one) => !one.includes("competitor"))
const { admin } = recommendationHelpers(demo)

describe("a part of a recommendation", () => {
  it("is previewed, applied and undone; the next daily run proposes the rest", async () => {
    const id = await recommend("negative_keywords")
    const [first, ...others] = await textsOf(id)
    expect(others.length).toBeGreaterThan(0)
    const before = await excluded()

    const preview = await demo.run(call("recommendations.apply", admin, { id, only: [first!.toUpperCase()] }))
    const whole = await demo.run(call("recommendations.apply", admin, { id }))
    expect(preview.error).toBeNull()
    const [ofPart, ofWhole] = [preview.output, whole.output] as unknown as ReadonlyArray<{
      would_apply: ReadonlyArray<{ summary: string }>
      estimated_monthly_saving: number
      preview_hash: string
    }>
    expect(ofPart!.would_apply).toEqual([
      { op: "add_negative_keyword", summary: expect.stringContaining(first!) }
    ])
    expect(ofPart!.estimated_monthly_saving).toBeLessThan(ofWhole!.estimated_monthly_saving)
    expect(ofPart!.preview_hash).not.toBe(ofWhole!.preview_hash)

    const { action_id } = await apply(id, { only: [first] })
    expect(await statusOf(id)).toBe("applied")
    expect(await textsOf(id)).toEqual([first])
    expect((await excluded()).length).toBe(before.length + 1)

    const [campaign] = await demo.query<{ id: number }>(
      "select id from campaigns where organization_id = 1 and slug = 'boiler-repair'"
    )
    await demo.run(detectDaily(1, campaign!.id))
    const rest = (await list({ campaign: "boiler-repair" })).recommendations.find(
      ({ type }) => type === "negative_keywords"
    )!
    expect(rest.id).not.toBe(id)
    expect(await textsOf(rest.id)).not.toContain(first)

    expect(await undo(action_id)).toMatchObject({ undone: true })
    expect(await statusOf(id)).toBe("undone")
    expect(await excluded()).toEqual(before)
  })

  it("leaves the whole recommendation pending if the ad platform refuses it", async () => {
    const id = await recommend("no_conversion_keywords")
    const before = await detailsOf(id)
    const [first] = before.operations
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1 })
    expect((await send(id, { only: [first!.text] })).error).not.toBeNull()
    expect(await statusOf(id)).toBe("pending")
    expect(await detailsOf(id)).toEqual(before)
  })

  it("lists only the findings that were applied", async () => {
    const id = await recommend("new_keywords")
    const [first] = await textsOf(id)
    await apply(id, { only: [first] })
    expect(await textsOf(id)).toEqual([first])
    expect((await detailsOf(id)).findings.map(({ term }) => term)).toEqual([first])
  })
})

describe("a text that cannot be applied is refused by its position", () => {
  const problems = async (id: string, only: ReadonlyArray<string>) => {
    const { error } = await demo.run(call("recommendations.apply", admin, { id, only }))
    return (error as unknown as { fields: ReadonlyArray<{ path: string; message: string }> }).fields
  }

  it("if it is no finding, or the recommendation has none to choose", async () => {
    const id = await recommend("negative_keywords")
    const [first] = await textsOf(id)
    expect(await problems(id, [first!, "no such search"])).toEqual([
      { path: "only.1", message: expect.stringContaining("is no finding of the recommendation") }
    ])
    expect(await problems(id, [])).toEqual([{ path: "only", message: "must have 1 to 200 findings" }])
    const target = randomId("rec")
    await demo.query(
      `insert into recommendations (organization_id, campaign_id, id, type, summary, details)
       select 1, id, '${target}', 'tcpa', 'Lower it',
         '{"version":1,"findings":[{"current_target":50,"suggested_target":40}],"operations":[{"op":"set_target_cpa","from":50,"to":40}]}'
       from campaigns where organization_id = 1 and slug = 'emergency-plumber'`
    )
    expect(await problems(target, ["emergency"])).toEqual([
      { path: "only.0", message: expect.stringContaining("applied as a whole") }
    ])
  })

  it("if a shared word stops it, or it is for review", async () => {
    const [campaign] = await demo.query<{ id: number }>(
      "select id from campaigns where organization_id = 1 and slug = 'emergency-plumber'"
    )
    const words = randomId("rec")
    await demo.query(
      `insert into recommendations (organization_id, campaign_id, id, type, summary, details)
       values (1, ${campaign!.id}, '${words}', 'negative_keywords', 'Exclude 1 search term', '${JSON.stringify(
         {
           version: 1,
           findings: [{ term: "jobs" }, { term: "plumber jobs" }, { term: "plumber open", action: "review" }],
           operations: [{ op: "add_negative_keyword", text: "jobs", match: "phrase" }]
         }
       )}')`
    )
    expect(await problems(words, ["plumber jobs", "plumber open"])).toEqual([
      { path: "only.0", message: 'is stopped by excluding "jobs"; name that' },
      { path: "only.1", message: "is for review only: nothing can be applied to it" }
    ])
  })
})
