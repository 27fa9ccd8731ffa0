import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Exclusion } from "./blocks.ts"
import type { SearchedTerm } from "./would-lose.ts"

/** The exclusions on the whole campaign that are in force. */
export const readExclusions = (organization: number, campaign: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Exclusion>`
      select text, match_type as match from negative_keywords
      where organization_id = ${organization} and campaign_id = ${campaign} and ad_id is null
        and removed_at is null
      order by id`
  )

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
