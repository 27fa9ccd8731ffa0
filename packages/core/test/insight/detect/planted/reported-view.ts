import { demoWorld, type Emulator } from "@adwarden/google-ads-emulator"
import type { Sums } from "../../../../src/insight/amounts.ts"
import {
  type CampaignView,
  evidence as evidenceDays,
  type MatchType
} from "../../../../src/insight/detect/view.ts"
import { notThroughAiMax, plus, sums } from "../support.ts"

/*
 * The platform's reports of the demo's boiler-repair, as a detector view. It does not depend on the test
 * runner.
 */

export const northwind = demoWorld.customers[0]!
export const boilerRepair = northwind.campaigns.find(({ slug }) => slug === "boiler-repair")!
const brand = northwind.campaigns.find(({ slug }) => slug === "northwind-brand")!

interface Metrics {
  readonly clicks: string
  readonly costMicros: string
  readonly conversions: number
  readonly impressions: string
}

interface Row {
  readonly metrics: Metrics
  readonly adGroup: { readonly id: string }
  readonly searchTermView: { readonly searchTerm: string }
  readonly adGroupCriterion: {
    readonly criterionId: string
    readonly status: string
    readonly keyword: { readonly text: string; readonly matchType: string }
  }
  readonly segments: { readonly date: string; readonly keyword: { readonly info: { readonly text: string } } }
}

type Search = (query: string) => Promise<ReadonlyArray<Row>>

/** Queries the emulator like any client of the platform. */
const searchIn = async ({ tokenUrl, url }: Emulator): Promise<Search> => {
  const form = { grant_type: "refresh_token", client_id: "a", client_secret: "b" }
  const body = new URLSearchParams({ ...form, refresh_token: northwind.login.refreshToken })
  const token = (await (await fetch(tokenUrl, { method: "POST", body })).json()) as { access_token: string }
  return async (query) => {
    const answer = await fetch(`${url}/v25/customers/${northwind.customerId}/googleAds:search`, {
      method: "POST",
      headers: { authorization: `Bearer ${token.access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ query })
    })
    if (!answer.ok) throw new Error(await answer.text())
    return ((await answer.json()) as { results?: ReadonlyArray<Row> }).results ?? []
  }
}

const metrics = "metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.impressions"

const sumsOf = ({ metrics: { clicks, conversions, costMicros, impressions } }: Row): Sums => ({
  impressions: Number(impressions),
  clicks: Number(clicks),
  cost_micros: Number(costMicros),
  conversions,
  conversions_value: 0
})

const none = sums(0, 0)
const days90 = evidenceDays.days
/** Nine of ten conversions of the demo world come within 5 days, which a sync reads. */
const lagDays = 5

const summed = (rows: ReadonlyArray<Row>, key: (row: Row) => string): ReadonlyMap<string, Sums> => {
  const all = new Map<string, Sums>()
  for (const row of rows) all.set(key(row), plus(all.get(key(row)) ?? none, sumsOf(row)))
  return all
}

/** Days up to yesterday, in the account's time zone, without the latest `without`. */
const back = (today: string, days: number, without = 0): string => {
  const day = (ago: number) => new Date(Date.parse(today) - ago * 86_400_000).toISOString().slice(0, 10)
  const range = `'${day(days)}' AND '${day(1 + without)}'`
  return `campaign.name = '${boilerRepair.name}' AND segments.date BETWEEN ${range}`
}

export interface Reported {
  /** The view of negative_keywords for the last 7 or 30 days. */
  readonly viewOf: (days: 7 | 30) => CampaignView
  /** The searches that matched each keyword. */
  readonly searches: ReadonlyMap<string, ReadonlySet<string>>
}

/** `today` is the account's current date. */
export const readReports = async (emulator: Emulator, today: string): Promise<Reported> => {
  const search = await searchIn(emulator)
  const termsIn = (span: number, without = 0) =>
    search(
      `SELECT search_term_view.search_term, segments.date, segments.keyword.info.text, ${metrics}
       FROM search_term_view WHERE ${back(today, span, without)}`
    )
  const campaignIn = async (span: number, without = 0): Promise<Sums> =>
    sumsOf((await search(`SELECT ${metrics} FROM campaign WHERE ${back(today, span, without)}`))[0]!)
  const campaignDays = await search(
    `SELECT segments.date, ${metrics} FROM campaign WHERE ${back(today, days90, lagDays)}`
  )
  /** Days before yesterday, the latest with data. */
  const agoOf = ({ segments: { date } }: Row) => (Date.parse(today) - Date.parse(date)) / 86_400_000 - 1
  const activeOf = (rows: ReadonlyArray<Row>) => {
    const agos = rows.filter(({ metrics: { clicks } }) => Number(clicks) > 0).map(agoOf)
    return agos.length === 0 ? { from: 0, to: 0 } : { from: Math.max(...agos), to: Math.min(...agos) }
  }
  const keywordsIn = (span: number, without = 0, more = "") =>
    search(
      `SELECT ${more} ad_group.id, ad_group_criterion.criterion_id, ad_group_criterion.status,
         ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ${metrics}
       FROM keyword_view WHERE ${back(today, span, without)}`
    )
  const termOf = ({ searchTermView }: Row) => searchTermView.searchTerm
  const [long, known, month, week, last7, last30, settled7, settled30, evidence] = await Promise.all([
    termsIn(days90),
    termsIn(days90, lagDays),
    termsIn(30),
    termsIn(7),
    campaignIn(7),
    campaignIn(30),
    campaignIn(7, lagDays),
    campaignIn(30, lagDays),
    campaignIn(days90, lagDays)
  ])
  const [keywords, keywordsLong, keywordsKnown] = await Promise.all([
    keywordsIn(30),
    keywordsIn(days90),
    keywordsIn(days90, lagDays, "segments.date,")
  ])
  const [terms90, termsKnown, terms30, terms7] = [long, known, month, week].map((rows) =>
    summed(rows, termOf)
  )
  const converted = (rows: ReadonlyArray<Row>) =>
    Map.groupBy(
      rows.filter(({ metrics: { conversions } }) => conversions > 0),
      termOf
    )
  const daysOf = (rows: ReadonlyArray<Row> | undefined) =>
    new Set(rows?.map(({ segments }) => segments.date)).size
  const [converted90, converted30] = [converted(long), converted(month)]
  const knownByTerm = Map.groupBy(known, termOf)
  const criterionOf = ({ adGroupCriterion }: Row) => adGroupCriterion.criterionId
  const [criteria90, criteriaKnown] = [keywordsLong, keywordsKnown].map((rows) => summed(rows, criterionOf))
  const knownByCriterion = Map.groupBy(keywordsKnown, criterionOf)
  const planned = new Map<string, (typeof boilerRepair)["adGroups"][number]["keywords"][number]>(
    boilerRepair.adGroups.flatMap((ad) => ad.keywords.map((one) => [`${one.text}/${one.matchType}`, one]))
  )
  const searches = new Map<string, Set<string>>()
  for (const row of long) {
    const { text } = row.segments.keyword.info
    searches.set(text, (searches.get(text) ?? new Set()).add(termOf(row)))
  }
  return {
    searches,
    viewOf: (days) => ({
      slug: boilerRepair.slug,
      type: "prospecting",
      budget: boilerRepair.budget,
      targetCpa: null,
      conversionsStopped: null,
      lagDays,
      silentDays: 0,
      aiMax: null,
      windowDays: days,
      window: days === 7 ? last7 : last30,
      settled: days === 7 ? settled7 : settled30,
      last7,
      last30,
      evidence,
      evidenceDays: campaignDays.map((row) => {
        const { clicks, conversions } = sumsOf(row)
        return { ago: agoOf(row), clicks, conversions }
      }),
      takesTargetCpa: true,
      currency: "USD",
      currencyUnit: 0.01,
      served: Array.from({ length: demoWorld.days }, (_, ago) => ago),
      ads: [],
      keywords: keywords.map((row) => {
        const { criterionId, keyword, status } = row.adGroupCriterion
        return {
          id: Number(criterionId),
          ad: Number(row.adGroup.id),
          text: keyword.text,
          match: keyword.matchType.toLowerCase() as MatchType,
          state: status === "ENABLED" ? "enabled" : "paused",
          ageDays: planned.get(`${keyword.text}/${keyword.matchType}`)?.addedDaysAgo ?? demoWorld.days,
          daysWithoutImpressions: 0,
          yearBefore: "unknown",
          last30: sumsOf(row),
          evidence: criteriaKnown!.get(criterionId) ?? none,
          active: activeOf(knownByCriterion.get(criterionId) ?? []),
          conversions90: criteria90!.get(criterionId)?.conversions ?? 0
        }
      }),
      terms: [...terms90!].map(([term, { conversions }]) => ({
        term,
        window: (days === 7 ? terms7 : terms30)!.get(term) ?? none,
        last30: terms30!.get(term) ?? none,
        evidence: termsKnown!.get(term) ?? none,
        active: activeOf(knownByTerm.get(term) ?? []),
        conversions90: conversions,
        aiMax: notThroughAiMax
      })),
      converting: [...terms90!]
        .filter(([, { conversions }]) => conversions > 0)
        .map(([term, last90]) => ({
          term,
          ad: 0,
          last30: { ...(terms30!.get(term) ?? none), conversion_days: daysOf(converted30.get(term)) },
          last90: { ...last90, conversion_days: daysOf(converted90.get(term)) }
        })),
      accountKeywords: [],
      ownTexts: [],
      negatives: boilerRepair.negatives.map((text) => ({ text, match: "phrase" as const })),
      brand: brand.adGroups.flatMap((ad) => ad.keywords.map(({ text }) => text))
    })
  }
}
