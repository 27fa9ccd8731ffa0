import { Effect } from "effect"
import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model/index.ts"
import { runSqlText } from "../../storage/index.ts"
import { addToTotals, advanceWindows, countTerms, settleLastSeen } from "../search-terms/rollups.ts"
import { rollupWindows } from "../search-terms/windows.ts"
import { recordset } from "./bulk.ts"
import { counts, type DayRows, replaceDays, sums } from "./write-days.ts"

/**
 * SQL: makes the stored days of search terms equal to the platform's and adds the differences to the totals.
 * It is one statement, because the rows are parsed, matched with their terms and compared once for all of it.
 * A new term gets an id first. A deleted row may have been a term's last day; that is computed again later.
 */
const write = `
  with given as materialized (
    select campaign_id, date, ad_id, left(given.term, 500) as term, ${Object.keys(counts).join(", ")}
    from ${recordset({ campaign_id: "bigint", date: "date", ad_id: "bigint", term: "text", ...counts })}
  ), new_terms as (
    insert into search_terms (organization_id, campaign_id, term)
    select distinct $2::bigint, given.campaign_id, given.term from given
    where not exists (select from search_terms s
      where s.organization_id = $2 and s.campaign_id = given.campaign_id and s.term = given.term)
    on conflict do nothing returning campaign_id, term, id
  ), incoming as materialized (
    select campaign_id, term_id, date, ad_id, ${sums} from given
    join (
      select campaign_id, term, id as term_id from search_terms where organization_id = $2
      union all select campaign_id, term, id from new_terms
    ) terms using (campaign_id, term)
    group by campaign_id, term_id, date, ad_id
  ), ${replaceDays("search_term_days")}
  , changed as (
    select campaign_id, term_id, date, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
      sum(conversions) as conversions, bool_or(is_incoming) as is_incoming
    from (
      select campaign_id, term_id, date, clicks, cost_micros, conversions, true as is_incoming from incoming
      union all
      select campaign_id, term_id, date, -clicks, -cost_micros, -conversions, false from stored
    ) rows
    group by campaign_id, term_id, date
    having bool_and(is_incoming) or not bool_or(is_incoming) or (sum(clicks), sum(cost_micros), sum(conversions)) <> (0, 0, 0)
  ), totals as (${addToTotals(`
    select $2::bigint, days, campaign_id, term_id, sum(clicks), sum(cost_micros), sum(conversions),
      case when bool_and(is_incoming) then max(date) end
    from changed join unnest($6::smallint[]) days on date > $7::date - days and date <= $7::date
    group by days, campaign_id, term_id`)}
    returning last_seen
  )
  select count(*)::int as changed, (count(*) filter (where last_seen is null))::int as unseen from totals`

/** Writes the days of search terms with their totals: readers see both old or both new. */
export const writeSearchTerms = (account: AccountKey, days: DayRange, rows: DayRows) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const { latest, moved } = yield* advanceWindows(organizationId)
    const parameters = [JSON.stringify(rows), organizationId, accountId, days.from, days.to]
    const [written] = yield* runSqlText<{ readonly changed: number; readonly unseen: number }>(write, [
      ...parameters,
      rollupWindows,
      latest
    ])
    const { changed, unseen } = written!
    // Each step scans the organization's totals. Late conversions need the last one at most.
    if (moved || unseen > 0) yield* settleLastSeen(organizationId, latest)
    if (moved || changed > 0) yield* countTerms(organizationId, latest)
  })
