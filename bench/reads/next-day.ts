import { writeSearchTerms } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { LargeTenant } from "./world.ts"

const lagDays = 14
const windowDays = 10

/**
 * Writes the search terms of an organization's next daily sync: the days that the sync reads again, some with
 * late conversions, and one new day. Like the sync, it writes a few days per transaction.
 */
export const nextDay = ({ id }: LargeTenant) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`insert into campaign_days (organization_id, campaign_id, date, impressions, clicks, cost_micros, conversions)
      select organization_id, campaign_id, date + 1, impressions, clicks, cost_micros, conversions from campaign_days
      where organization_id = ${id} and date = (select max(date) from campaign_days where organization_id = ${id})`
    const rows = yield* sql<{ date: string }>`
      with synced as (
        select *, date + case when copy = 1 then 7 else 0 end as synced_date from search_term_days,
          (select max(date) as latest from campaign_days where organization_id = ${id}) l, generate_series(0, 1) copy
        where organization_id = ${id} and date > latest - ${lagDays + 1}::int and (copy = 0 or date = latest - 7)
      )
      select d.campaign_id, s.term, d.ad_id, synced_date as date, impressions, clicks, cost_micros,
        conversions + case when clicks > 0 and random() < 0.05 then 1 else 0 end as conversions, conversions_value
      from synced d join search_terms s on s.organization_id = d.organization_id and s.id = d.term_id`
    const days = [...new Set(rows.map(({ date }) => date))].sort()
    let longest = 0
    const began = performance.now()
    for (let n = 0; n < days.length; n += windowDays) {
      const some = days.slice(n, n + windowDays)
      const began = performance.now()
      yield* sql.withTransaction(
        Effect.zipRight(
          sql`set local statement_timeout = '5min'`,
          writeSearchTerms(
            { organizationId: id, accountId: `acc_${id}` },
            { from: some[0]!, to: some.at(-1)! },
            rows.filter(({ date }) => some.includes(date))
          )
        )
      )
      longest = Math.max(longest, performance.now() - began)
    }
    return { rows: rows.length, seconds: (performance.now() - began) / 1000, longest: longest / 1000 }
  })
