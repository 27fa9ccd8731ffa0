import type { DatabaseSync } from "node:sqlite"
import type { Plan } from "../gaql/plan.ts"
import type { Database } from "../state/database.ts"
import type { FactRow } from "./metrics.ts"
import { partsOf } from "./parts.ts"

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

/** Segments that require grouping by day, dividing facts, or grouping by the keyword of a search term. */
const needsDay = /^segments\.(date|day_of_week|week|month|quarter|year)$/
const needsParts = /^segments\.(device|hour)$/
const needsKeyword = /^segments\.(keyword\.|search_term_match_type)/

export const readFacts = function* (
  { sql }: Database,
  customerId: string,
  plan: Plan,
  campaignIds: readonly string[] | undefined
): Generator<FactRow> {
  const terms = plan.from === "search_term_view"
  const byDay = plan.segments.some(({ name }) => needsDay.test(name))
  const groupKeys = new Set(keysBySource[plan.from]!)
  // On one day, a campaign gives a term to one keyword, so grouping by the keyword too adds no rows.
  if ((terms && byDay) || plan.segments.some(({ name }) => needsKeyword.test(name)))
    groupKeys.add("criterion_id")
  if (byDay) groupKeys.add("day")
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
