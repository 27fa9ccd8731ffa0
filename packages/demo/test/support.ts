import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Northwind's campaigns as defined by the demo world. */
export const northwindTable = [
  "all-services external live 40",
  "bathroom-fitting prospecting paused 30",
  "boiler-repair prospecting live 100",
  "emergency-plumber prospecting live 60 35.50",
  "imported-legacy external live 15",
  "northwind-brand brand live 20",
  "old-sync prospecting paused 10",
  "radiators-draft prospecting draft",
  "remarketing external paused 12",
  "rival-names competitor paused 10",
  "spring-offers prospecting draft 25",
  "winter-heating-sale external live 0"
]

/** The slugs of northwind's campaigns of other channels than Search. */
export const otherChannels = new Set(["all-services", "remarketing", "winter-heating-sale"])

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

/**
 * Fingerprints of all daily figures of each organization, by names that do not depend on generated ids. The
 * figures depend on the day on which an account was created, so each key contains its first and last day.
 */
export const figures = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const prints = (table: string, name: string) =>
    sql.unsafe<{ organization: string; rows: number; print: string }>(
      `select organization, count(*)::int as rows, md5(string_agg(line, '|' order by line)) as print from (
         select o.slug || ' ' || (select min(date) || ' to ' || max(date) from campaign_days
             where organization_id = o.id) as organization,
           concat_ws(' ', c.slug, d.date, ${name}, d.impressions, d.clicks, d.cost_micros, d.conversions,
             d.conversions_value) as line
         from ${table} d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
         join organizations o on o.id = d.organization_id) lines
       group by organization`
    )
  const all = [
    ...(yield* prints("campaign_days", "''")),
    ...(yield* prints(
      "search_term_days",
      "(select s.term from search_terms s where s.organization_id = d.organization_id and s.id = d.term_id)"
    )),
    ...(yield* prints(
      "keyword_days",
      `(select k.text || k.match_type from keywords k where k.organization_id = d.organization_id and k.id = d.keyword_id)`
    ))
  ]
  return Map.groupBy(all, ({ organization }) => organization)
})
