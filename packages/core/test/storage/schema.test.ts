import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestDatabase } from "../support/postgres.ts"

/** Unique indexes of tables with an organization that span organizations, and why. */
const uniqueAcross: Record<string, string> = {
  api_keys_hash: "a key is looked up before its organization is known"
}

/** Exceptions: text columns that look like an enum and are none, or the reverse. */
const notEnums = new Set([
  "tasks.type",
  "adops_teams.name",
  // The registered adapters decide which platforms exist.
  "ad_accounts.platform",
  "ad_platform_logins.platform"
])

const enumNames =
  /^(type|state|status|role|kind|source|origin|platform|surface|match_type|\w+_type|error_reason)$/

/* Rows without an organization belong to people; the placement test checks those tables. */
layer(TestDatabase.layer)("the schema", (it) => {
  it.effect("keys every tenant's rows by organization", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ table: string; first: string | null }>`
        select c.table_name as table, (
          select a.attname from pg_index i
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
          where i.indrelid = format('%I', c.table_name)::regclass and i.indisprimary) as first
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and c.column_name = 'organization_id' and c.is_nullable = 'NO'
          and t.table_type = 'BASE TABLE'`
      expect(tables.length).toBeGreaterThan(20)
      const others = tables.filter(({ first }) => first !== "organization_id").map(({ table }) => table)
      expect(others).toEqual([])
    })
  )

  it.effect("has only the listed unique indexes across organizations", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const indexes = yield* sql<{ name: string }>`
        select i.indexrelid::regclass::text as name from pg_index i
        join pg_attribute o on o.attrelid = i.indrelid and o.attname = 'organization_id' and o.attnotnull
        where i.indisunique and not o.attnum = any(i.indkey[0:i.indnkeyatts - 1])
          and i.indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        order by 1`
      expect(indexes.map(({ name }) => name)).toEqual(Object.keys(uniqueAcross).sort())
    })
  )

  it.effect("references a tenant's rows together with the organization", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const loose = yield* sql<{ name: string }>`
        select conrelid::regclass || ' -> ' || confrelid::regclass as name from pg_constraint k
        join pg_attribute o on o.attrelid = k.confrelid and o.attname = 'organization_id'
        where k.contype = 'f' and not o.attnum = any(k.confkey)`
      expect(loose).toEqual([])
    })
  )

  it.effect("checks every column with a fixed set of values", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = yield* sql<{ table: string; column: string; checked: boolean }>`
        select c.table_name as table, c.column_name as column, exists (
          select from pg_constraint k where k.conrelid = format('%I', c.table_name)::regclass and k.contype = 'c'
            and pg_get_constraintdef(k.oid) ~ ('\\m' || c.column_name || '\\M.*(ANY \\(ARRAY|= ''|<@)')) as checked
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
          and (c.data_type = 'text' or c.column_name like '%scopes')`
      const enums = columns.filter(
        ({ table, column }) =>
          (enumNames.test(column) || column.endsWith("scopes")) && !notEnums.has(`${table}.${column}`)
      )
      expect(enums.length).toBeGreaterThan(25)
      expect(enums.filter(({ checked }) => !checked)).toEqual([])
    })
  )

  it.effect("stores timestamps with zone and milliseconds, and amounts exactly", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = yield* sql<{ column: string; type: string; precision: number | null }>`
        select table_name || '.' || column_name as column, data_type as type, datetime_precision as precision
        from information_schema.columns where table_schema = 'public'
          and (data_type like 'timestamp%' or data_type in ('real', 'double precision', 'money'))`
      expect(columns.filter((row) => !row.type.startsWith("timestamp")).map((row) => row.column)).toEqual([
        "rate_limits.tokens"
      ])
      const instants = columns.filter((row) => row.type.startsWith("timestamp"))
      expect(
        instants.filter((row) => row.type !== "timestamp with time zone" || row.precision !== 3)
      ).toEqual([])
    })
  )

  it.effect("reads a range of days with an index-only scan", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const plan = yield* sql.withTransaction(
        Effect.zipRight(
          sql`set local enable_seqscan = off; set local enable_bitmapscan = off`,
          sql<{
            "QUERY PLAN": string
          }>`explain select campaign_id, sum(cost_micros), sum(conversions) from campaign_days
            where organization_id = 1 and date between '2026-01-01' and '2026-01-07' group by campaign_id`
        )
      )
      const text = plan.map((row) => row["QUERY PLAN"]).join("\n")
      expect(text).toMatch(/Index Only Scan using campaign_days_\w+ on campaign_days/)
    })
  )
})
