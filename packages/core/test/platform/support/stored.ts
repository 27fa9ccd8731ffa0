import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Reads everything that a sync writes, to compare before and after, without the sync's own times. */
export const everything = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const all = (table: string) =>
    sql.unsafe<{ all: string }>(
      `select md5(coalesce(string_agg(r, '|' order by r), '')) as all
       from (select (to_jsonb(t) - 'last_synced_at' - 'seen_at' - 'term_id')::text as r from ${table} t) x`
    )
  // Ids of search terms depend on their order of arrival; their texts do not.
  const named = (table: string) =>
    `(select d.*, s.term from ${table} d join search_terms s on s.organization_id = d.organization_id and s.id = d.term_id)`
  const names = ["campaigns", "ads", "keywords", "negative_keywords", "platform_changes"]
  const days = ["campaign_days", "keyword_days", named("search_term_days")]
  const kept = [named("search_term_totals"), "search_term_windows"]
  const found = yield* Effect.forEach([...names, ...days, ...kept], (table) =>
    Effect.map(all(table), ([row]) => [table, row!.all] as const)
  )
  return Object.fromEntries(found)
})

export const count = (table: string, where = "true") =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql.unsafe<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`),
      ([row]) => row!.n
    )
  )
