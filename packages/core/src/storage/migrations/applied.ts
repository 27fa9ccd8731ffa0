import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { local } from "./ddl.ts"
import { fingerprints } from "./list.ts"

export const table = "schema_migrations"

export const createTable = `create table if not exists ${table} (
  migration_id integer primary key,
  created_at timestamptz(3) not null default now(),
  name text not null,
  fingerprint text
);
${local(table, "says which migrations ran here")}`

export const fullName = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`

/** There is no upgrade path: before the first release, migrations were rewritten instead of added. */
export class IncompatibleSchema extends Data.TaggedError("IncompatibleSchema")<{
  readonly migration: string
}> {
  override get message(): string {
    return `This database was made by an earlier development version of Adwarden (its migration ${this.migration} is not this version's). Delete .adwarden/, or point DATABASE_URL at an empty database, and start again.`
  }
}

/** The migrations that ran on the database with their stored fingerprints; none before the first. */
export const applied: Effect.Effect<
  ReadonlyMap<string, string | null>,
  SqlError,
  SqlClient.SqlClient
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [known] = yield* sql<{ present: boolean }>`select to_regclass(${table}) is not null as present`
  if (known?.present !== true) return new Map()
  // Through JSON, because the first databases had no such column.
  const rows = yield* sql<{ id: number; name: string; fingerprint: string | null }>`
    select migration_id as id, name, to_jsonb(m) ->> 'fingerprint' as fingerprint
    from ${sql(table)} m order by migration_id`
  return new Map(rows.map(({ fingerprint, id, name }) => [fullName(id, name), fingerprint]))
})

/**
 * Fails if an applied migration has one of our numbers but another name or text. Later numbers are valid: a
 * newer version can have migrated the database while older hosts still serve.
 */
export const checkSchema = (
  existing: ReadonlyMap<string, string | null>
): Effect.Effect<void, IncompatibleSchema> => {
  const numbers = new Set([...fingerprints.keys()].map(numberOf))
  const mismatch = [...existing].find(
    ([name, fingerprint]) => numbers.has(numberOf(name)) && fingerprints.get(name) !== fingerprint
  )
  return mismatch === undefined ? Effect.void : new IncompatibleSchema({ migration: mismatch[0] })
}

const numberOf = (name: string): number => Number.parseInt(name, 10)

/** Stores the text's fingerprint of each migration after it has run. */
export const storeFingerprints: Effect.Effect<void, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(
    fingerprints,
    ([name, fingerprint]) => sql`
      update ${sql(table)} set fingerprint = ${fingerprint}
      where migration_id = ${numberOf(name)} and fingerprint is null`
  )
})
