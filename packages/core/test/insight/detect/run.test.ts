import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { type Detector, detectors, type Output } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import { runCore } from "../../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!
const run = (slug: string, detector: Detector | "all", options: object = {}) =>
  demo.run(call("detectors.run", owner, { org: "northwind", slug, detector, options }))
const found = async (slug: string, detector: Detector | "all", options?: object) =>
  (await run(slug, detector, options)).output as Output<"detectors.run">

/**
 * On one day in twenty, the demo's traffic has no keyword for hipo: the campaign spent too little in the last
 * week, or its best keyword converted too rarely. So the budget is lower here, and one keyword converts daily.
 */
beforeAll(() =>
  demo.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`update campaigns set budget = 80 where slug = 'boiler-repair'`
      yield* sql`update keyword_days set conversions = conversions + 1
        where keyword_id in (select id from keywords where text = 'boiler service')`
    })
  )
)

describe("in boiler-repair", () => {
  it.each(detectors)("%s finds something", async (detector) => {
    const { findings } = await found("boiler-repair", detector)
    expect(findings.length).toBeGreaterThan(0)
  })

  /** keyword_count has nothing to apply; zero_impression needs a year of days. */
  const applicable = detectors.filter((one) => one !== "keyword_count" && one !== "zero_impression")

  it.each(applicable)("%s can be applied", async (detector) => {
    const { findings } = await found("boiler-repair", detector)
    const ids = new Set(findings.flatMap(({ recommendation_id }) => recommendation_id ?? []))
    expect(ids.size).toBe(1)
    const again = await found("boiler-repair", detector)
    expect(again.findings.flatMap(({ recommendation_id }) => recommendation_id ?? [])).toContain([...ids][0])
  })

  it("zero_impression can be applied if the same weeks a year before were silent too", async () => {
    const before = await found("boiler-repair", "zero_impression")
    for (const one of before.findings) {
      expect(one).toMatchObject({ action: "review", reason: expect.stringContaining("Less than a year") })
      expect(one).not.toHaveProperty("recommendation_id")
    }
    await demo.run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ids = sql`select id from campaigns where slug = 'boiler-repair'`
        yield* sql`insert into campaign_days (organization_id, campaign_id, date, impressions)
          select organization_id, campaign_id, date - 364, impressions from campaign_days
          where campaign_id in (${ids}) and date > current_date - 90`
        yield* sql`update keywords set created_at = now() - interval '460 days'
          where campaign_id in (${ids}) and created_at < now() - interval '30 days'`
      })
    )
    const { findings } = await found("boiler-repair", "zero_impression")
    expect(findings.length).toBe(before.findings.length)
    for (const one of findings)
      expect(one).toMatchObject({ action: "pause", recommendation_id: expect.stringMatching(/^rec_/) })
  })

  it("optimized_keywords lists what it would keep only when asked", async () => {
    const texts = async (include_kept: boolean) =>
      (await found("boiler-repair", "optimized_keywords", { include_kept })).findings.map(
        (one) => one["text"]
      )
    const without = await texts(false)
    const all = await texts(true)
    expect(all).toEqual(expect.arrayContaining([...without]))
    expect(all.length).toBeGreaterThan(without.length)
  })

  it("keyword_count has nothing to apply", async () => {
    const { findings } = await found("boiler-repair", "keyword_count")
    for (const one of findings) expect(one).not.toHaveProperty("recommendation_id")
  })

  it("skips keywords that were added this week", async () => {
    const { findings } = await found("boiler-repair", "zero_impression")
    expect(findings.map((one) => one["text"])).toContain("boiler flue inspection ballard")
    expect(findings.map((one) => one["text"])).not.toContain("boiler health check")
  })
})

it("saves no recommendation for a draft", async () => {
  const { findings } = await found("spring-offers", "keyword_count", { threshold: 1 })
  for (const one of findings) expect(one).not.toHaveProperty("recommendation_id")
})

describe("all", () => {
  it("finds what the ten find, each finding with its detector, and counts the saving once", async () => {
    const all = await found("boiler-repair", "all")
    expect(all.detector).toBe("all")
    let added = 0
    for (const detector of detectors) {
      const alone = await found("boiler-repair", detector)
      const own = all.findings.filter((one) => one.detector === detector)
      expect(own.map(({ detector: _, ...one }) => one)).toEqual(alone.findings)
      added += alone.estimated_monthly_saving ?? 0
      if (alone.note !== undefined) expect(all.note).toContain(`${detector}: ${alone.note}`)
    }
    expect(all.findings.every((one) => detectors.some((detector) => detector === one.detector))).toBe(true)
    expect(all.estimated_monthly_saving).toBeGreaterThan(0)
    expect(all.estimated_monthly_saving!).toBeLessThan(added)
    expect(all.note).toContain("The saving is at least this much.")
  })

  it("accepts no options", async () => {
    expect(await run("boiler-repair", "all", { days: 7 })).toMatchObject({
      status: 400,
      error: { fields: [{ path: "options.days", message: "all takes no options" }] }
    })
  })

  it("suggests where to look if nothing was found", async () => {
    await demo.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`update keywords set removed_at = now() where campaign_id in
          (select id from campaigns where slug = 'spring-offers')`
      )
    )
    const { findings, note } = await found("spring-offers", "all")
    expect(findings).toEqual([])
    expect(note).toMatch(/^None of the ten detectors found anything\./)
  })
})

describe("a note", () => {
  it.each(detectors)("explains why %s found nothing in a campaign that never served", async (detector) => {
    const { findings, note } = await found("spring-offers", detector)
    expect(findings).toEqual([])
    expect(note).toMatch(detector === "keyword_count" ? /^No ad has more than 15/ : /has not served/)
  })

  it.each([
    ["high_cpc", { threshold: 10 }, /costs 10 times the average CPC of \$\d/],
    ["keyword_count", { threshold: 50 }, /^No ad has more than 50 enabled keywords\.$/]
  ] as const)("explains what %s looked for", async (detector, options, words) => {
    const { findings, note } = await found("boiler-repair", detector, options)
    expect(findings).toEqual([])
    expect(note).toMatch(words)
  })
})

it("suggests the campaign slug, and the range of an option", async () => {
  expect(await run("boiler-repairs", "hipo")).toMatchObject({
    status: 404,
    error: { _tag: "not_found", next: expect.stringContaining("Did you mean boiler-repair?") }
  })
  expect(await run("boiler-repair", "high_cpc", { threshold: 20 })).toMatchObject({
    status: 400,
    error: { fields: [{ path: "options.threshold", message: expect.stringContaining("from 1 to 10") }] }
  })
})
