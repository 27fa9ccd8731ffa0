import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Northwind's campaigns as defined by the demo world. */
export const northwindTable = [
  "bathroom-fitting prospecting paused 30",
  "boiler-repair prospecting live 100",
  "emergency-plumber prospecting live 60 35.50",
  "imported-legacy external live 15",
  "northwind-brand brand live 20",
  "old-sync prospecting paused 10",
  "radiators-draft prospecting draft",
  "rival-names competitor paused 10",
  "spring-offers prospecting draft 25"
]

/** Returns slug, type, state, budget and target CPA of an organization's campaigns, one line each. */
export const tableOf = (organization: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ row: string }>`
      select concat_ws(' ', c.slug, type, state, budget, target_cpa) as row
      from campaigns c join organizations o on o.id = c.organization_id
      where o.slug = ${organization} order by 1`
    return rows.map(({ row }) => row)
  })

/** Fingerprints of all daily figures, by names that do not depend on generated ids. */
export const figures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const print = (table: string, name: string) =>
    sql.unsafe<{ rows: number; print: string }>(
      `select count(*)::int as rows, md5(string_agg(line, '|' order by line)) as print from (
         select concat_ws(' ', o.slug, c.slug, d.date, ${name}, d.impressions, d.clicks, d.cost_micros, d.conversions,
           d.conversions_value) as line
         from ${table} d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
         join organizations o on o.id = d.organization_id) lines`
    )
  return {
    campaigns: yield* print("campaign_days", "''"),
    terms: yield* print(
      "search_term_days",
      "(select s.term from search_terms s where s.organization_id = d.organization_id and s.id = d.term_id)"
    ),
    keywords: yield* print(
      "keyword_days",
      `(select k.text || k.match_type from keywords k where k.organization_id = d.organization_id and k.id = d.keyword_id)`
    )
  }
})
