import { bindStatement, runSql, statement } from "../../storage/index.ts"
import { servedDayCondition } from "./sums.ts"

/** A sum over equal spans of days before and after a change. */
export interface BeforeAndAfter {
  readonly before: number
  readonly after: number
}

/** SQL: sums over the days before and after $3. The day itself is excluded, because it belongs to both. */
const beforeAndAfterSql = (what: string): string => `
  coalesce(sum(${what}) filter (where date between $3::date - $4::int and $3::date - 1), 0)::float8 as before,
  coalesce(sum(${what}) filter (where date between $3::date + 1 and $3::date + $4::int), 0)::float8 as after`
const within = `organization_id = $1 and campaign_id = $2 and date between $3::date - $4::int and $3::date + $4::int`

const servedDays = statement(
  `select ${beforeAndAfterSql(`case when ${servedDayCondition} then 1 else 0 end`)} from campaign_days where ${within}`
)
const keywordCosts = statement(
  `select ${beforeAndAfterSql("cost_micros")} from keyword_days where ${within} and keyword_id = any($5::bigint[])`
)
const termCosts = statement(`
  select s.term, d.before, d.after
  from (select term_id, ${beforeAndAfterSql("cost_micros")} from search_term_days where ${within} group by term_id) d
  join search_terms s on s.organization_id = $1 and s.id = d.term_id`)

/**
 * Returns the statements that compare a campaign before and after a day: the days on which it served, the cost
 * of some keywords together, and the cost of each search term.
 */
export const readBeforeAndAfter = (
  organization: number,
  campaign: number,
  day: string,
  span: number,
  keywords: ReadonlyArray<number>
) => {
  const over = [organization, campaign, day, span]
  return [
    bindStatement<BeforeAndAfter>(servedDays, over),
    bindStatement<BeforeAndAfter>(keywordCosts, [...over, keywords]),
    bindStatement<BeforeAndAfter & { readonly term: string }>(termCosts, over)
  ] as const
}

/** Reads the last day of each organization's rollup windows: its days up to then are complete. */
export const readLastWindowDays = runSql<{ readonly organization: number; readonly latest: string | null }>`
  select organization_id as organization, latest from search_term_windows`
