import { describe, expect, it } from "vitest"
import { excludes, matches } from "../src/generator/matching.ts"
import { Keyed } from "../src/generator/random.ts"
import type { Emulator, EmulatorSettings } from "../src/index.ts"
import { type Client, campaignNamed, clientOf, control, start } from "./support.ts"

const within = async <A>(
  settings: EmulatorSettings,
  work: (emulator: Emulator, client: Client) => Promise<A>
): Promise<A> => {
  const emulator = await start(settings)
  try {
    return await work(emulator, await clientOf(emulator))
  } finally {
    await emulator.close()
  }
}

/** Returns the dump without values that depend on the port. */
const stateOf = async (emulator: Emulator) =>
  JSON.parse(JSON.stringify(await control(emulator, "GET", "state")).replaceAll(emulator.url, ""))

const advance = (emulator: Emulator, days: number) =>
  control(emulator, "POST", "clock", { advance: { days } })

describe("randomness", () => {
  it("has the expected means", () => {
    const mean = (draw: (random: Keyed) => number) => {
      let sum = 0
      for (let key = 0; key < 20_000; key++) sum += draw(new Keyed(key * 7919))
      return sum / 20_000
    }
    expect(mean((random) => random.uniform())).toBeCloseTo(0.5, 2)
    expect(mean((random) => random.normal())).toBeCloseTo(0, 1)
    expect(mean((random) => random.gamma(6))).toBeCloseTo(1, 1)
    expect(mean((random) => random.lognormal(0.35))).toBeCloseTo(1, 1)
    expect(Math.abs(mean((random) => random.poisson(3)) - 3)).toBeLessThan(0.06)
    expect(Math.abs(mean((random) => random.poisson(40)) - 40)).toBeLessThan(0.3)
    expect(Math.abs(mean((random) => random.binomial(20, 0.07)) - 1.4)).toBeLessThan(0.05)
    expect(Math.abs(mean((random) => random.binomial(400, 0.2)) - 80)).toBeLessThan(0.5)
  })
})

describe("matching", () => {
  it("follows the match types", () => {
    const keyword = (text: string, matchType: string) => ({ text, matchType })
    expect(matches(keyword("boiler repair", "EXACT"), "boiler repairs")).toBe(true)
    expect(matches(keyword("boiler repair", "EXACT"), "boiler repair cost")).toBe(false)
    expect(matches(keyword("boiler repair", "PHRASE"), "best boiler repair near me")).toBe(true)
    expect(matches(keyword("boiler repair", "PHRASE"), "repair my boiler")).toBe(false)
    expect(matches(keyword("boiler repair", "BROAD"), "repair my boiler")).toBe(true)
    expect(excludes(keyword("boiler job", "PHRASE"), "boiler jobs")).toBe(false)
    expect(excludes(keyword("boiler jobs", "PHRASE"), "gas boiler jobs seattle")).toBe(true)
    expect(excludes(keyword("jobs boiler", "PHRASE"), "boiler jobs")).toBe(false)
    expect(excludes(keyword("jobs boiler", "BROAD"), "boiler repair jobs")).toBe(true)
    expect(excludes(keyword("boiler jobs", "EXACT"), "boiler jobs")).toBe(true)
    expect(excludes(keyword("boiler jobs", "EXACT"), "boiler jobs near me")).toBe(false)
  })
})

describe("traffic", () => {
  it("is the same for the same seed and day, in any order of requests and clock steps", async () => {
    const stepped = await within({}, async (emulator, client) => {
      for (let day = 0; day < 6; day++) {
        await client.rows("SELECT metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS")
        await advance(emulator, 1)
      }
      return stateOf(emulator)
    })
    const leapt = await within({}, async (emulator) => {
      await advance(emulator, 6)
      return stateOf(emulator)
    })
    expect(leapt).toEqual(stepped)
    const other = await within({ seed: 2 }, stateOf)
    expect(other.traffic).not.toEqual(stepped.traffic)
  })

  it("excludes only a negative keyword's terms, from its day on", async () => {
    const terms = async (client: Client) =>
      client.rows(
        `SELECT search_term_view.search_term, ad_group.id, segments.date, metrics.impressions, metrics.clicks FROM search_term_view
         WHERE segments.date BETWEEN '2026-11-01' AND '2026-11-24' AND campaign.name = 'Boiler repair'`
      )
    const untouched = await within({}, async (emulator, client) => {
      await advance(emulator, 10)
      return terms(client)
    })
    const negated = await within({}, async (emulator, client) => {
      const campaign = await campaignNamed(client, "Boiler repair")
      const keyword = { text: "jobs", matchType: "PHRASE" }
      await client.mutate("campaignCriteria", [
        { create: { campaign: campaign.resourceName, negative: true, keyword } }
      ])
      await advance(emulator, 10)
      return terms(client)
    })
    const isJobs = (row: { searchTermView: { searchTerm: string } }) =>
      /\bjobs\b/.test(row.searchTermView.searchTerm)
    const since = (date: string) => (row: { segments: { date: string } }) => row.segments.date >= date
    expect(untouched.filter(isJobs).filter(since("2026-11-15")).length).toBeGreaterThan(0)
    expect(negated.filter(isJobs).filter(since("2026-11-15"))).toEqual([])
    expect(negated.filter((row) => row.segments.date < "2026-11-15")).toEqual(
      untouched.filter((row) => row.segments.date < "2026-11-15")
    )
    const others = (rows: readonly Parameters<typeof isJobs>[0][]) =>
      new Set(rows.filter((row) => !isJobs(row)).map((row) => row.searchTermView.searchTerm))
    expect(others(negated)).toEqual(others(untouched))
  })

  it("stops when the campaign is paused and continues when it is enabled", async () => {
    await within({}, async (emulator, client) => {
      const campaign = await campaignNamed(client, "Boiler repair")
      const set = (status: string) =>
        client.mutate("campaigns", [
          { update: { resourceName: campaign.resourceName, status }, updateMask: "status" }
        ])
      await set("PAUSED")
      await advance(emulator, 3)
      await set("ENABLED")
      await advance(emulator, 2)
      const rows = await client.rows(
        `SELECT segments.date, metrics.cost_micros FROM campaign
         WHERE segments.date >= '2026-11-12' AND segments.date <= '2026-11-30' AND campaign.id = ${campaign.id} ORDER BY segments.date`
      )
      expect(rows.map(({ segments }) => segments.date)).toEqual([
        "2026-11-12",
        "2026-11-13",
        "2026-11-14",
        "2026-11-18",
        "2026-11-19"
      ])
    })
  })

  it("stays within 2 daily budgets per day and 30.4 per month, and follows a smaller budget", async () => {
    await within({}, async (emulator, client) => {
      const days = async (name: string, from: string, to: string): Promise<readonly number[]> =>
        (
          await client.rows(
            `SELECT segments.date, metrics.cost_micros FROM campaign WHERE segments.date BETWEEN '${from}' AND '${to}' AND campaign.name = '${name}'`
          )
        ).map(({ metrics }) => Number(metrics.costMicros) / 1e6)
      const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
      for (const [name, budget] of [
        ["Boiler repair", 100],
        ["Emergency plumber", 60],
        ["Imported legacy", 15]
      ] as const) {
        expect(Math.max(...(await days(name, "2026-07-01", "2026-11-14")))).toBeLessThanOrEqual(2 * budget)
        expect(sum(await days(name, "2026-10-01", "2026-10-31"))).toBeLessThanOrEqual(30.4 * budget)
      }
      const before = sum(await days("Emergency plumber", "2026-11-08", "2026-11-14"))
      expect(before).toBeGreaterThan(0.9 * 7 * 60)
      const campaign = await campaignNamed(client, "Emergency plumber")
      await client.mutate("campaignBudgets", [
        {
          update: { resourceName: campaign.campaignBudget, amountMicros: "20000000" },
          updateMask: "amount_micros"
        }
      ])
      await advance(emulator, 7)
      const after = sum(await days("Emergency plumber", "2026-11-15", "2026-11-21"))
      expect(after).toBeLessThan(1.3 * 7 * 20)
      expect(after).toBeGreaterThan(0.7 * 7 * 20)
    })
  })

  it("serves a term by its exact-match keyword once it exists", async () => {
    await within({}, async (emulator, client) => {
      const [{ adGroup }] = (await client.rows(
        "SELECT ad_group.resource_name FROM ad_group WHERE ad_group.name = 'Boiler repair'"
      )) as [{ adGroup: { resourceName: string } }]
      const keyword = { text: "boiler repair", matchType: "EXACT" }
      await client.mutate("adGroupCriteria", [{ create: { adGroup: adGroup.resourceName, keyword } }])
      await advance(emulator, 5)
      const rows = await client.rows(
        `SELECT segments.date, segments.keyword.info.match_type, metrics.clicks, search_term_view.search_term FROM search_term_view
         WHERE segments.date BETWEEN '2026-11-10' AND '2026-11-19' AND search_term_view.search_term = 'boiler repair'`
      )
      for (const { segments } of rows) {
        expect(segments.keyword.info.matchType).toBe(segments.date < "2026-11-15" ? "BROAD" : "EXACT")
      }
      expect(rows.length).toBeGreaterThan(6)
    })
  })

  it("reports some conversions late", async () => {
    await within({}, async (emulator, client) => {
      const conversions = async () =>
        (
          await client.rows(
            "SELECT metrics.conversions FROM customer WHERE segments.date BETWEEN '2026-11-08' AND '2026-11-14'"
          )
        )[0].metrics.conversions
      const early = await conversions()
      await advance(emulator, 25)
      expect(await conversions()).toBeGreaterThan(early)
    })
  })

  it("is lowest on Saturdays and highest on Mondays", async () => {
    await within({}, async (_emulator, client) => {
      const rows = await client.rows(
        "SELECT segments.day_of_week, metrics.impressions FROM campaign WHERE segments.date BETWEEN '2026-07-20' AND '2026-11-08' AND campaign.name = 'Northwind brand'"
      )
      const by = new Map(
        rows.map(({ segments, metrics }) => [segments.dayOfWeek, Number(metrics.impressions)])
      )
      expect(by.size).toBe(7)
      expect(by.get("MONDAY")).toBeGreaterThan(by.get("SATURDAY")!)
    })
  })
})
