import { describe, expect, it } from "vitest"
import { count } from "../../core/test/support/counts.ts"
import { seedDemo } from "../src/demo/seed.ts"
import { wordsOf } from "../src/generator/matching.ts"
import { type DemoCustomer, demoWorld } from "../src/index.ts"
import { decodeMessage } from "../src/protocol/decode.ts"
import { dayOf, isoDay, localDay, localDaysAgo } from "../src/state/clock.ts"
import { kinds, parseName } from "../src/state/kinds.ts"
import { openWorld } from "../src/world.ts"
import { type Client, clientOf, control, type Loose, noon, start } from "./support.ts"

interface Performance {
  readonly text: string
  readonly matchType: string
  readonly adGroup: string
  readonly enabled: boolean
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly impressions: number
}

const metrics = "metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.impressions"

const performanceOf = (row: Loose, own: Partial<Performance>): Performance => ({
  text: "",
  matchType: "",
  enabled: true,
  adGroup: row.adGroup?.resourceName ?? "",
  clicks: Number(row.metrics.clicks),
  cost: Number(row.metrics.costMicros) / 1e6,
  conversions: row.metrics.conversions,
  impressions: Number(row.metrics.impressions),
  ...own
})

const keywordsOf = async (client: Client, campaign: string, range: string): Promise<readonly Performance[]> =>
  (
    await client.rows(
      `SELECT ad_group.id, ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ad_group_criterion.status, ${metrics}
       FROM keyword_view WHERE campaign.name = '${campaign}' AND ${range}`
    )
  ).map((row) =>
    performanceOf(row, {
      text: row.adGroupCriterion.keyword.text,
      matchType: row.adGroupCriterion.keyword.matchType,
      enabled: row.adGroupCriterion.status === "ENABLED"
    })
  )

const termsOf = async (client: Client, campaign: string, range: string): Promise<readonly Performance[]> =>
  (
    await client.rows(
      `SELECT search_term_view.search_term, ${metrics} FROM search_term_view WHERE campaign.name = '${campaign}' AND ${range}`
    )
  ).map((row) => performanceOf(row, { text: row.searchTermView.searchTerm }))

const total = (rows: readonly Performance[], field: "cost" | "clicks" | "conversions") =>
  rows.reduce((sum, row) => sum + row[field], 0)

const month = "segments.date DURING LAST_30_DAYS"

const days = ["2026-11-15", "2026-02-28", "2026-06-01", "2027-01-03", "2026-08-19", "2028-04-10"]

describe.each(days.slice(0, count("demoDays")))("the demo world started on %s", (day) => {
  it("contains a finding for every detector", async () => {
    const emulator = await start({ clock: { now: `${day}T20:00:00Z`, frozen: true } })
    try {
      for (const demo of demoWorld.customers.slice(0, 2)) {
        const client = await clientOf(emulator, demo.login.refreshToken, demo.customerId)
        const [main, brand, limited] = demo.campaigns.map(({ name }) => name) as [string, string, string]
        const keywords = await keywordsOf(client, main, month)
        const terms = await termsOf(client, main, month)
        const cost = total(keywords, "cost")
        const clicks = total(keywords, "clicks")
        const conversions = total(keywords, "conversions")
        const referenceCpa = cost / conversions
        const minClicks = Math.ceil(3 / (conversions / clicks))
        const isKeyword = new Set(keywords.map(({ text }) => text))
        const live = keywords.filter(({ enabled }) => enabled)

        const { labels } = await control(emulator, "GET", `labels?customerId=${demo.customerId}`)
        const plantedWaste = new Set(labels.map(({ term }: { term: string }) => term))
        const waste =
          total(
            terms.filter(({ text }) => plantedWaste.has(text)),
            "cost"
          ) / total(terms, "cost")
        expect(waste, "planted waste").toBeGreaterThan(0.26)
        expect(waste, "planted waste").toBeLessThan(0.41)

        const expensive = live.filter(
          (row) => row.clicks >= 10 && row.cost / row.clicks >= (3 * cost) / clicks
        )
        expect(expensive.length, "high_cpc").toBeGreaterThan(0)
        const withoutConversions = live.filter(
          (row) => row.conversions === 0 && (row.cost >= 2 * referenceCpa || row.clicks >= minClicks)
        )
        expect(withoutConversions.length, "no_conversion_keywords").toBeGreaterThan(0)
        const from = new Date(Date.parse(`${day}T20:00:00Z`) - 91 * 86_400_000).toISOString().slice(0, 10)
        const quarter = `segments.date BETWEEN '${from}' AND '${day}'`
        const withoutImpressions = (await keywordsOf(client, main, quarter)).filter(
          (row) => row.enabled && row.impressions === 0
        )
        expect(withoutImpressions.length, "zero_impression").toBeGreaterThan(0)
        const older = new Map(
          (await termsOf(client, main, quarter)).map((row) => [row.text, row.conversions])
        )
        const isWasteful = (row: Performance) =>
          row.conversions === 0 &&
          older.get(row.text) === 0 &&
          !isKeyword.has(row.text) &&
          (row.cost >= referenceCpa || row.clicks >= minClicks)
        expect(terms.filter(isWasteful).length, "negative_keywords").toBeGreaterThanOrEqual(3)
        const lastWeek = await termsOf(client, main, "segments.date DURING LAST_7_DAYS")
        expect(lastWeek.filter(isWasteful).length, "negative_keywords of a week").toBeGreaterThanOrEqual(1)
        expect(conversions, "tcpa").toBeGreaterThanOrEqual(15)
        const exactMatchCandidates = live.filter(({ text, matchType }) => {
          const term = terms.find((row) => row.text === text)
          return (
            matchType !== "EXACT" &&
            term &&
            term.conversions >= 2 &&
            term.cost / term.conversions <= referenceCpa
          )
        })
        expect(exactMatchCandidates.length, "exact_match").toBeGreaterThan(0)
        const counts = Map.groupBy(live, ({ adGroup }) => adGroup)
        expect(
          Math.max(...[...counts.values()].map((group) => group.length)),
          "keyword_count"
        ).toBeGreaterThan(15)
        const newTerms = terms.filter(
          (row) =>
            !isKeyword.has(row.text) &&
            !plantedWaste.has(row.text) &&
            row.conversions >= 1 &&
            row.cost / row.conversions <= referenceCpa
        )
        expect(newTerms.length, "new_keywords and optimized_keywords").toBeGreaterThan(0)

        const brandTerms = await termsOf(client, brand, month)
        expect(
          brandTerms.some(({ text }) => terms.some((row) => row.text === text)),
          "brand_leak"
        ).toBe(true)
        const brandRate = total(brandTerms, "conversions") / total(brandTerms, "clicks")
        expect(brandRate).toBeGreaterThan(0.2)

        const potential = (await keywordsOf(client, limited, month)).filter(
          (row) => row.conversions >= 5 && row.cost / row.conversions <= 0.8 * 35.5
        )
        expect(potential.length, "hipo keywords").toBeGreaterThan(0)
        const week = await termsAndTail(client, limited)
        expect(week, "hipo: spend in 7 days").toBeGreaterThanOrEqual(0.9 * 7 * 60)
      }
    } finally {
      await emulator.close()
    }
  })
})

const termsAndTail = async (client: Client, campaign: string): Promise<number> =>
  Number(
    (
      await client.rows(
        `SELECT metrics.cost_micros FROM campaign WHERE campaign.name = '${campaign}' AND segments.date DURING LAST_7_DAYS`
      )
    )[0].metrics.costMicros
  ) / 1e6

/** Returns the figures of each campaign and search term before a day, by names. */
const figuresBefore = (day: string, customers: readonly DemoCustomer[]) => {
  const world = openWorld({ clock: { now: noon, frozen: true } })
  seedDemo(world, customers)
  const names = new Map([...world.store.all()].map(({ body }) => [Number(body["id"]), body["name"]]))
  const rows = world.database.sql
    .prepare(
      `SELECT customer_id, campaign_id, day, term.text, sum(impressions), sum(clicks), sum(cost_micros),
         sum(conversions), sum(value) FROM fact LEFT JOIN term ON term.id = term_id
       WHERE day < ? GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`
    )
    .all(dayOf(day))
    .map(({ campaign_id, ...row }) => ({ ...row, campaign: names.get(Number(campaign_id)) }))
  world.close()
  return rows
}

describe("the demo world", () => {
  it("has the same Search figures with and without other channels and AI Max", () => {
    const own = new Set(["All services", "Winter heating sale", "Remarketing"])
    const plain = demoWorld.customers.map((customer) => ({
      ...customer,
      campaigns: customer.campaigns
        .filter(({ channel }) => !channel)
        .map(({ aiMaxDaysAgo: _, ...campaign }) => campaign)
    }))
    const isSame = ({ campaign }: Loose) => !own.has(campaign) && campaign !== "Emergency plumber"
    const with120 = figuresBefore("2026-11-15", demoWorld.customers)
    expect(with120.filter(isSame)).toEqual(figuresBefore("2026-11-15", plain).filter(isSame))
    const beforeAiMax = figuresBefore("2026-10-11", plain)
    const isEmergency = ({ campaign }: Loose) => campaign === "Emergency plumber"
    expect(figuresBefore("2026-10-11", demoWorld.customers).filter(isEmergency)).toEqual(
      beforeAiMax.filter(isEmergency)
    )
  })

  it("has campaigns of other channels, and searches that match without a keyword", async () => {
    const emulator = await start()
    const client = await clientOf(emulator)
    const rows = await client.rows(
      `SELECT campaign.name, campaign.status, campaign.advertising_channel_type, campaign.primary_status, campaign.end_date_time,
         campaign_budget.amount_micros, campaign_budget.total_amount_micros, metrics.cost_micros FROM campaign
       WHERE campaign.advertising_channel_type != 'SEARCH' AND segments.date BETWEEN '2026-07-01' AND '2026-11-14'`
    )
    const known = rows.map(({ campaign, campaignBudget, metrics }) => [
      campaign.name,
      campaign.advertisingChannelType,
      campaign.status,
      campaign.endDateTime,
      Number(campaignBudget.amountMicros ?? campaignBudget.totalAmountMicros) / 1e6,
      Number(metrics.costMicros) > 0
    ])
    expect(known).toEqual([
      ["All services", "PERFORMANCE_MAX", "ENABLED", "2037-12-30 23:59:59", 40, true],
      ["Remarketing", "DISPLAY", "PAUSED", "2037-12-30 23:59:59", 12, true],
      ["Winter heating sale", "SHOPPING", "ENABLED", "2026-12-05 23:59:59", 2000, true]
    ])
    const spent = Number(rows[2].metrics.costMicros) / 1e6
    expect(spent).toBeGreaterThan(800)
    expect(spent).toBeLessThan(1400)
    const terms = await client.rows(
      `SELECT search_term_view.search_term, campaign.name, segments.search_term_match_source, metrics.clicks FROM search_term_view
       WHERE segments.date DURING LAST_30_DAYS AND segments.search_term_match_source = 'AI_MAX_KEYWORDLESS'`
    )
    expect(new Set(terms.map(({ campaign }) => campaign.name))).toEqual(new Set(["Emergency plumber"]))
    expect(terms.length).toBeGreaterThan(2)
    await emulator.close()
  })

  it("contains only fields of the protos, in canonical JSON", async () => {
    const emulator = await start()
    const { resources } = await control(emulator, "GET", "state")
    await emulator.close()
    for (const [name, body] of Object.entries<Loose>(resources)) {
      const kind = parseName(name)?.kind ?? "customer"
      expect(decodeMessage(kinds[kind].message, body), name).toEqual(body)
    }
  })

  it.each([
    ["summer time ended since, an hour before midnight", "2026-11-15T23:30:00Z", "2026-07-18"],
    ["summer time ended since, at noon", "2026-11-15T12:00:00Z", "2026-07-18"],
    ["summer time began since, an hour after midnight", "2026-05-01T23:30:00Z", "2026-01-02"]
  ])("starts 120 days ago in the account's own calendar: %s", (_, now, day) => {
    const started = localDaysAgo(new Date(now), demoWorld.days, "Europe/Dublin")
    expect(isoDay(localDay(started, "Europe/Dublin"))).toBe(day)
  })

  it("is available as the same data over HTTP", async () => {
    const emulator = await start({ world: "empty" })
    expect(await control(emulator, "GET", "demo")).toEqual(JSON.parse(JSON.stringify(demoWorld)))
    await emulator.close()
  })

  it("has unique campaign names per customer and unique keywords per campaign", () => {
    for (const { campaigns } of demoWorld.customers) {
      expect(new Set(campaigns.map(({ name }) => name)).size).toBe(campaigns.length)
      for (const { adGroups } of campaigns) {
        const texts = adGroups.flatMap(({ keywords }) =>
          keywords.map(({ text, matchType }) => `${wordsOf(text).join(" ")}/${matchType}`)
        )
        expect(new Set(texts).size).toBe(texts.length)
      }
    }
  })
})
