import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Table } from "./placement.ts"

/** The names of a relation's columns by their numbers, in order; an expression has number 0 and no name. */
const names = (relation: string, numbers: string) => `(
  select coalesce(json_agg(a.attname order by n.place), '[]') from unnest(${numbers}) with ordinality as n (number, place)
  left join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number)`

/** Every table of a schema according to the database's catalog. */
export const tablesOf = (schema: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Table>`
      select t.relname as name, obj_description(t.oid, 'pg_class') as comment,
        t.relkind = 'p' or t.relispartition as partitioned,
        (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod),
            'nullable', not attnotnull, 'identity', attidentity <> '',
            'drawn', coalesce(pg_get_expr(adbin, adrelid) like 'nextval(%', false)) order by attnum)
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
        (select coalesce(json_agg(json_build_object('name', indexrelid::regclass,
            'columns', ${sql.literal(names("i.indrelid", "i.indkey[0:i.indnkeyatts - 1]"))})), '[]')
          from pg_index i where indrelid = t.oid and (indisunique or indisexclusion)) as unique,
        (select coalesce(json_agg(json_build_object('name', conname, 'to', (select relname from pg_class where oid = confrelid),
            'columns', ${sql.literal(names("k.conrelid", "k.conkey"))},
            'toColumns', ${sql.literal(names("k.confrelid", "k.confkey"))})), '[]')
          from pg_constraint k where conrelid = t.oid and contype = 'f') as "foreignKeys"
      from pg_class t join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = ${schema} and t.relkind in ('r', 'p') order by 1`
  )
