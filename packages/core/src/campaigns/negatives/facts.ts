import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Exclusion } from "./blocks.ts"
import type { SearchedTerm } from "./would-lose.ts"

/** The campaign's exclusions that are in force, and those that are on their way to the platform. */
export const readExclusions = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<Exclusion & { readonly pending: boolean; readonly whole: boolean }>`
      select n.text, n.match_type as match, n.removed_at is not null as pending, n.ad_id is null as whole
      from negative_keywords n
      left join actions a on a.organization_id = n.organization_id and a.id = n.action_id
      where n.organization_id = ${organization} and n.campaign_id = ${campaign}
        and (n.removed_at is null or a.state = 'executing')
      order by n.id`
    const campaignWide = rows.filter(({ whole }) => whole)
    return {
      present: campaignWide.filter(({ pending }) => !pending),
      pending: campaignWide.filter(({ pending }) => pending)
    }
  })

export const readEnabledKeywords = (organization: number, campaign: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Exclusion>`
      select distinct k.text, k.match_type as match from keywords k
      where k.organization_id = ${organization} and k.campaign_id = ${campaign} and k.state = 'enabled'
        and k.removed_at is null
      order by k.text, k.match_type`
  )

/** What was searched in the thirty days up to the organization's latest day with data. */
export const readSearchedTerms = (organization: number, campaign: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<SearchedTerm>`
      select term, sum(clicks) as clicks, sum(cost_micros) as cost, sum(conversions) as conversions
      from search_term_days
      where organization_id = ${organization} and campaign_id = ${campaign}
        and date > (select max(date) from campaign_days where organization_id = ${organization}) - 30
      group by term order by term`
  )
