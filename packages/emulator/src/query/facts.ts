import type { DatabaseSync } from "node:sqlite"
import type { Plan } from "../gaql/plan.ts"
import { combine, Keyed } from "../generator/random.ts"
import type { Json } from "../protocol/json.ts"
import type { Database } from "../state/database.ts"
import { actionOf } from "./conversion-actions.ts"

/** Sums over facts, from which all metrics are computed. */
export interface Totals {
  impressions: number
  clicks: number
  costMicros: number
  conversions: number
  value: number
  /** Lost impressions, known only for whole campaigns. */
  lostToBudget: number
  lostToRank: number
}

/** A group of facts. An id is 0 if the report does not group by it. */
export interface FactRow extends Totals {
  readonly campaignId: number
  readonly adGroupId: number
  readonly criterionId: number
  readonly adId: number
  readonly day: number
  readonly term: string
  /** Known only if the report has them as segments. */
  readonly device?: string
  readonly hour?: number
  readonly lag?: number
  /** The resource name of the conversion action. */
  readonly action?: string
}

export const noTotals = (): Totals => ({
  impressions: 0,
  clicks: 0,
  costMicros: 0,
  conversions: 0,
  value: 0,
  lostToBudget: 0,
  lostToRank: 0
})

export const addTotals = (into: Totals, more: Totals): void => {
  into.impressions += more.impressions
  into.clicks += more.clicks
  into.costMicros += more.costMicros
  into.conversions += more.conversions
  into.value += more.value
}

const ratio = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole)
const round = (value: number): number => Math.round(value * 1e6) / 1e6

/** Like Google, omits an average without a denominator. */
const formulas: Readonly<Record<string, (totals: Totals) => Json | undefined>> = {
  impressions: ({ impressions }) => String(impressions),
  clicks: ({ clicks }) => String(clicks),
  costMicros: ({ costMicros }) => String(costMicros),
  conversions: ({ conversions }) => round(conversions),
  conversionsValue: ({ value }) => round(value),
  allConversions: ({ conversions }) => round(conversions),
  allConversionsValue: ({ value }) => round(value),
  ctr: ({ clicks, impressions }) => ratio(clicks, impressions),
  averageCpc: ({ costMicros, clicks }) => ratio(costMicros, clicks),
  averageCpm: ({ costMicros, impressions }) => ratio(costMicros * 1000, impressions),
  averageCost: ({ costMicros, clicks }) => ratio(costMicros, clicks),
  costPerConversion: ({ costMicros, conversions }) => ratio(costMicros, conversions),
  costPerAllConversions: ({ costMicros, conversions }) => ratio(costMicros, conversions),
  conversionsFromInteractionsRate: ({ conversions, clicks }) => ratio(conversions, clicks),
  valuePerConversion: ({ value, conversions }) => ratio(value, conversions),
  interactions: ({ clicks }) => String(clicks),
  interactionRate: ({ clicks, impressions }) => ratio(clicks, impressions),
  searchImpressionShare: (totals) => ratio(totals.impressions, eligible(totals)),
  searchBudgetLostImpressionShare: (totals) => ratio(totals.lostToBudget, eligible(totals)),
  searchRankLostImpressionShare: (totals) => ratio(totals.lostToRank, eligible(totals))
}

const eligible = ({ impressions, lostToBudget, lostToRank }: Totals): number =>
  impressions + lostToBudget + lostToRank

export const metric = (name: string, totals: Totals): Json | undefined => formulas[name]?.(totals)

/* Devices and hours. Facts have neither, so each is divided in the same way by every query: all parts add up. */

const devices = [
  ["MOBILE", 0.62],
  ["DESKTOP", 0.33],
  ["TABLET", 0.05]
] as const

/** The weight of each hour: few searches at night, most before noon and in the evening. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 10, 9, 9, 9, 9, 9, 9, 9, 9, 8, 7, 5, 3]
const allHours = hours.reduce((sum, weight) => sum + weight, 0)

const deviceAt = (place: number): string => {
  let rest = place
  for (const [device, share] of devices) {
    if (rest < share) return device
    rest -= share
  }
  return "MOBILE"
}

const hourAt = (place: number): number => {
  let rest = place * allHours
  for (const [hour, weight] of hours.entries()) {
    if (rest < weight) return hour
    rest -= weight
  }
  return 23
}

/**
 * Divides a fact of one search term on one day. Each impression has a device and an hour; the first ones were clicked,
 * and the first clicks converted, so that no part has more clicks than impressions.
 */
const partsOf = (fact: FactRow, term: number): Iterable<FactRow> => {
  const random = new Keyed(
    [fact.day, fact.adGroupId, fact.criterionId, term].reduce(combine, fact.campaignId | 0)
  )
  const parts = new Map<string, FactRow>()
  const perClick = fact.clicks === 0 ? 0 : Math.floor(fact.costMicros / fact.clicks)
  let costLeft = fact.costMicros
  let conversionsLeft = fact.conversions
  for (let n = 0; n < fact.impressions; n++) {
    const [device, hour] = [deviceAt(random.uniform()), hourAt(random.uniform())]
    const key = `${device} ${hour}`
    const part = parts.get(key) ?? { ...fact, ...noTotals(), device, hour }
    parts.set(key, part)
    part.impressions += 1
    if (n >= fact.clicks) continue
    const cost = n === fact.clicks - 1 ? costLeft : perClick
    // The last click has what is left, also of fractions.
    const converted = n === fact.clicks - 1 ? conversionsLeft : Math.min(1, conversionsLeft)
    part.clicks += 1
    part.costMicros += cost
    part.conversions += converted
    part.value += fact.conversions === 0 ? 0 : (fact.value * converted) / fact.conversions
    costLeft -= cost
    conversionsLeft -= converted
  }
  return parts.values()
}

const keysBySource: Readonly<Record<string, readonly string[]>> = {
  customer: [],
  campaign: ["campaign_id"],
  ad_group: ["campaign_id", "ad_group_id"],
  ad_group_ad: ["campaign_id", "ad_group_id", "ad_id"],
  keyword_view: ["campaign_id", "ad_group_id", "criterion_id"],
  search_term_view: ["campaign_id", "ad_group_id", "term_id"]
}

const primaryKey = ["campaign_id", "day", "ad_group_id", "criterion_id", "term_id"]
const clustering = [...primaryKey, "ad_id"]
const figureColumns = ["impressions", "clicks", "cost_micros", "conversions", "value"]

/** Segments that require grouping by campaign or by day, dividing facts, or grouping by the keyword of a search term. */
const needsCampaign = /^segments\.ad_network_type$/
const needsDay = /^segments\.(date|day_of_week|week|month|quarter|year)$/
const needsParts = /^segments\.(device|hour)$/
const needsKeyword = /^segments\.(keyword\.|search_term_match_)/

/** Reads the conversions that are reported, by campaign, day and lag. */
const readConversions = function* (
  { sql }: Pick<Database, "sql">,
  customerId: string,
  { days }: Plan,
  until: number,
  campaignIds: readonly string[] | undefined
): Generator<FactRow> {
  const rows = sql
    .prepare(
      `SELECT campaign_id, day, lag, conversions, value FROM conversion_lag
       WHERE customer_id = ? AND day BETWEEN ? AND ? AND day + lag <= ?
         ${campaignIds ? `AND campaign_id IN (${campaignIds.join(",")})` : ""}`
    )
    .all(Number(customerId), days.from, days.to, until)
  for (const row of rows) {
    const [campaignId, day, lag] = [Number(row["campaign_id"]), Number(row["day"]), Number(row["lag"])]
    yield {
      ...noTotals(),
      campaignId,
      day,
      adGroupId: 0,
      criterionId: 0,
      adId: 0,
      term: "",
      lag,
      action: actionOf(customerId, { campaignId, day, lag, until }),
      conversions: Number(row["conversions"]),
      value: Number(row["value"])
    }
  }
}

export const readFacts = function* (
  { sql }: Database,
  customerId: string,
  plan: Plan,
  campaignIds: readonly string[] | undefined
): Generator<FactRow> {
  if (plan.conversionsUntil !== undefined) {
    yield* readConversions({ sql }, customerId, plan, plan.conversionsUntil, campaignIds)
    return
  }
  const terms = plan.from === "search_term_view"
  const byDay = plan.segments.some(({ name }) => needsDay.test(name))
  const groupKeys = new Set(keysBySource[plan.from]!)
  // On one day, a campaign gives a term to one keyword, so grouping by the keyword too adds no rows.
  if ((terms && byDay) || plan.segments.some(({ name }) => needsKeyword.test(name)))
    groupKeys.add("criterion_id")
  if (byDay) groupKeys.add("day")
  if (plan.segments.some(({ name }) => needsCampaign.test(name))) groupKeys.add("campaign_id")
  const inParts = plan.segments.some(({ name }) => needsParts.test(name))
  if (inParts) for (const key of primaryKey) groupKeys.add(key)
  // In the order of the table's key, groups need no sorting.
  const keys = clustering.filter((key) => groupKeys.has(key))
  const where = [
    "customer_id = ?",
    ...(campaignIds ? [`campaign_id IN (${campaignIds.join(",")})`] : []),
    "day BETWEEN ? AND ?",
    ...(terms ? ["term_id > 0"] : [])
  ].join(" AND ")
  // Groups by the table's whole key are its rows.
  const isGrouped = !primaryKey.every((key) => groupKeys.has(key))
  const figures = isGrouped ? figureColumns.map((name) => `sum(${name})`) : figureColumns
  const columns = [...clustering.map((key) => (groupKeys.has(key) ? key : "0")), ...figures]
  const statement = sql.prepare(
    `SELECT ${columns.join(", ")} FROM fact WHERE ${where}` +
      (isGrouped && keys.length > 0 ? ` GROUP BY ${keys.join(", ")}` : "")
  )
  statement.setReturnArrays(true)
  const textOf = termTexts(sql)
  // The statement returns rows as arrays of numbers, which Node's types do not express.
  const rows = statement.iterate(Number(customerId), plan.days.from, plan.days.to) as unknown as Iterable<
    readonly number[]
  >
  for (const row of rows) {
    // A sum over no rows is null.
    if (row[6] === null) continue
    const fact: FactRow = {
      campaignId: row[0]!,
      day: row[1]!,
      adGroupId: row[2]!,
      criterionId: row[3]!,
      term: terms ? textOf(row[4]!) : "",
      adId: row[5]!,
      impressions: row[6]!,
      clicks: row[7]!,
      costMicros: row[8]!,
      conversions: row[9]!,
      value: row[10]!,
      lostToBudget: 0,
      lostToRank: 0
    }
    if (inParts) yield* partsOf(fact, row[4]!)
    else yield fact
  }
}

const termTexts = (sql: DatabaseSync): ((id: number) => string) => {
  const find = sql.prepare("SELECT text FROM term WHERE id = ?")
  const cache = new Map<number, string>()
  return (id) => {
    let text = cache.get(id)
    if (text === undefined) {
      text = String(find.get(id)?.["text"])
      cache.set(id, text)
    }
    return text
  }
}

/** Returns the totals of each budget by its id, over the days on which campaigns used it. */
export const readBudgetTotals = (
  { sql }: Database,
  customerId: string,
  { days }: Plan
): ReadonlyMap<string, Totals> => {
  const rows = sql
    .prepare(
      `SELECT budget_id, sum(f.impressions) AS impressions, sum(f.clicks) AS clicks, sum(f.cost_micros) AS cost,
         sum(f.conversions) AS conversions, sum(f.value) AS value
       FROM fact f JOIN campaign_day USING (customer_id, campaign_id, day)
       WHERE customer_id = ? AND day BETWEEN ? AND ? GROUP BY budget_id`
    )
    .all(Number(customerId), days.from, days.to)
  return new Map(
    rows.map((row) => [
      String(row["budget_id"]),
      {
        ...noTotals(),
        impressions: Number(row["impressions"]),
        clicks: Number(row["clicks"]),
        costMicros: Number(row["cost"]),
        conversions: Number(row["conversions"]),
        value: Number(row["value"])
      }
    ])
  )
}

/**
 * Returns lost impressions by campaign, and by day if the report has days: key `campaign` or `campaign/day`.
 */
export const readLosses = (
  { sql }: Database,
  customerId: string,
  plan: Plan
): ReadonlyMap<string, { readonly budget: number; readonly rank: number }> => {
  const byDay = plan.segments.some(({ name }) => needsDay.test(name))
  const keys = byDay ? "campaign_id, day" : "campaign_id"
  const rows = sql
    .prepare(
      `SELECT ${keys}, sum(lost_to_budget) AS b, sum(lost_to_rank) AS r FROM campaign_day
       WHERE customer_id = ? AND day BETWEEN ? AND ? GROUP BY ${keys}`
    )
    .all(Number(customerId), plan.days.from, plan.days.to)
  return new Map(
    rows.map((row) => [
      byDay ? `${row["campaign_id"]}/${row["day"]}` : String(row["campaign_id"]),
      { budget: Number(row["b"]), rank: Number(row["r"]) }
    ])
  )
}
