import { Effect } from "effect"
import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model/index.ts"
import { runSqlText } from "../../storage/index.ts"
import { addToTotals, advanceWindows, finalizeTotals } from "../search-terms/rollups.ts"
import { rollupWindows } from "../search-terms/windows.ts"
import { type DayRows, incoming, ownDays, termColumn, termRecordset, writeDays } from "./write-days.ts"

/** SQL: gives every new term of a campaign an id. */
const insertTerms = `
  insert into search_terms (organization_id, campaign_id, term)
  select distinct $2::bigint, given.campaign_id, ${termColumn} from ${termRecordset}
  where not exists (select from search_terms s
    where s.organization_id = $2 and s.campaign_id = given.campaign_id and s.term = ${termColumn})
  on conflict do nothing`

/**
 * SQL: adds the difference between incoming and stored rows to the totals. A deleted row may have been a
 * term's last day; that is recomputed when the rows are written.
 */
const addChanges = addToTotals(`
  with incoming as materialized (
    ${incoming("search_term_days")}
  ), changed as (
    select campaign_id, term_id, date, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
      sum(conversions) as conversions, bool_or(is_incoming) as is_incoming
    from (
      select campaign_id, term_id, date, clicks, cost_micros, conversions, true as is_incoming from incoming
      union all
      select d.campaign_id, d.term_id, d.date, -d.clicks, -d.cost_micros, -d.conversions, false
      from search_term_days d, campaigns c where ${ownDays}
    ) rows
    group by campaign_id, term_id, date
    having bool_and(is_incoming) or not bool_or(is_incoming) or (sum(clicks), sum(cost_micros), sum(conversions)) <> (0, 0, 0)
  )
  select $2::bigint, days, campaign_id, term_id, sum(clicks), sum(cost_micros), sum(conversions),
    case when bool_and(is_incoming) then max(date) end
  from changed join unnest($6::smallint[]) days on date > $7::date - days and date <= $7::date
  group by days, campaign_id, term_id`)

/** Writes the days of search terms with their totals: readers see both old or both new. */
export const writeSearchTerms = (account: AccountKey, days: DayRange, rows: DayRows) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const latest = yield* advanceWindows(organizationId)
    const rowsJson = JSON.stringify(rows)
    yield* runSqlText(insertTerms, [rowsJson, organizationId])
    const parameters = [rowsJson, organizationId, accountId, days.from, days.to]
    yield* runSqlText(addChanges, [...parameters, rollupWindows, latest])
    yield* writeDays("search_term_days", account, days, rows)
    yield* finalizeTotals(organizationId, latest)
  })
