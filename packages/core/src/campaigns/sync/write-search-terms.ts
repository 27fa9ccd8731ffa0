import { Effect } from "effect"
import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model.ts"
import { addToTotals, advanceWindows, countTerms, settleLastSeen } from "../search-terms/rollups.ts"
import { rollupWindows } from "../search-terms/windows.ts"
import { arrayLiteral, type ColumnRow, columnParameters, unnested } from "./columns.ts"
import { counts, type DayRows, dayStatements, runDayStatement, sums } from "./write-days.ts"

/** The columns of a row beside the number of its term. */
const figureColumns = { date: "date", ad_id: "bigint", ...counts }

/** SQL: the days of terms with their figures. All of them are new if nothing is stored. */
const newDays = `
    select campaign_id, term_id, date, clicks, cost_micros, conversions, true as is_incoming from incoming`

/** SQL: the days of terms whose figures change, with the differences. */
const changedDays = `
    select campaign_id, term_id, date, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
      sum(conversions) as conversions, bool_or(is_incoming) as is_incoming
    from (${newDays}
      union all
      select campaign_id, term_id, date, -clicks, -cost_micros, -conversions, false from stored
    ) rows
    group by campaign_id, term_id, date
    having bool_and(is_incoming) or not bool_or(is_incoming) or (sum(clicks), sum(cost_micros), sum(conversions)) <> (0, 0, 0)`

/**
 * SQL: makes the stored days of search terms equal to the platform's and adds the differences to the totals.
 * It is one statement, because the rows are read, matched with their terms and compared once for all of it.
 * A new term gets an id first. A deleted row may have been a term's last day; that is computed again later.
 * Parameters: those of `storedDays`, the windows ($5) and their latest day ($6), campaigns and texts of the
 * terms ($7, $8), and the columns.
 */
const statements = dayStatements(
  "search_term_days",
  (write, areStored) => `
  with terms as materialized (
    select number, campaign_id, left(given.term, 500) as term
    from unnest($7::bigint[], $8::text[]) with ordinality as given(campaign_id, term, number)
  ), new_terms as (
    insert into search_terms (organization_id, campaign_id, term)
    select distinct $1::bigint, terms.campaign_id, terms.term from terms
    left join search_terms s on s.organization_id = $1 and s.campaign_id = terms.campaign_id and s.term = terms.term
    where s.id is null
    on conflict do nothing returning campaign_id, term, id
  ), known_terms as materialized (
    select number, campaign_id, id as term_id from terms
    join (
      select campaign_id, term, id from search_terms where organization_id = $1
      union all select campaign_id, term, id from new_terms
    ) stored_terms using (campaign_id, term)
  ), incoming as materialized (
    select campaign_id, term_id, date, ad_id, ${sums}
    from ${unnested({ term: "int", ...figureColumns }, 9)} join known_terms on known_terms.number = given.term
    group by campaign_id, term_id, date, ad_id
  ), ${write}
  , changed as (${areStored ? changedDays : newDays}
  ), totals as (${addToTotals(`
    select $1::bigint, days, campaign_id, term_id, sum(clicks), sum(cost_micros), sum(conversions),
      case when bool_and(is_incoming) then max(date) end
    from changed join unnest($5::smallint[]) days on date > $6::date - days and date <= $6::date
    group by days, campaign_id, term_id`)}
    returning last_seen
  )
  select count(*)::int as changed, (count(*) filter (where last_seen is null))::int as unseen from totals`
)

/** Numbers the terms of each campaign from 1, so that the statement has each text once. */
const numberTerms = (rows: DayRows) => {
  const campaigns: Array<ColumnRow[string]> = []
  const texts: Array<ColumnRow[string]> = []
  const numbers = new Map<string, number>()
  const numberOfRow = rows.map(({ campaign_id, term }) => {
    const key = `${campaign_id} ${term}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    campaigns.push(campaign_id!)
    const number = texts.push(term!)
    numbers.set(key, number)
    return number
  })
  return [campaigns, texts, numberOfRow].map(arrayLiteral)
}

/** Writes the days of search terms with their totals: readers see both old or both new. */
export const writeSearchTerms = (account: AccountKey, days: DayRange, rows: DayRows) =>
  Effect.gen(function* () {
    const { organizationId } = account
    const { latest, moved } = yield* advanceWindows(organizationId, days)
    const [written] = yield* runDayStatement<{ readonly changed: number; readonly unseen: number }>(
      statements,
      account,
      days,
      [rollupWindows, latest, ...numberTerms(rows), ...columnParameters(figureColumns, rows)]
    )
    const { changed, unseen } = written!
    // Each step scans the organization's totals. Late conversions need the last one at most.
    if (moved || unseen > 0) yield* settleLastSeen(organizationId, latest)
    if (moved || changed > 0) yield* countTerms(organizationId, latest)
  })
