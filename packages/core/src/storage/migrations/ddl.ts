import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

export type Migration = Effect.Effect<void, SqlError, SqlClient.SqlClient>

/** Several statements of DDL, sent as they stand. */
export const ddl = (text: string): Migration =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.asVoid(sql.unsafe(text)))

/**
 * A check that a column, or every member of an array column, holds one of these words.
 * They are written out: a migration says what was true on its day, whatever the code says later.
 */
export const oneOf = (column: string, words: string): string => `check (${column} in (${quoted(words)}))`
export const allOf = (column: string, words: string): string => `check (${column} <@ array[${quoted(words)}])`

const quoted = (words: string): string =>
  words
    .split(/\s+/)
    .map((word) => `'${word}'`)
    .join(", ")

export const scopes =
  "organizations:read campaigns:read performance:read reports:read reports:generate recommendations:read " +
  "recommendations:apply campaigns:write keywords:write audit:read"

/** SHA-256 of a secret: the only form in which one is kept. */
export const secretHash = (column: string): string =>
  `${column} bytea not null check (octet_length(${column}) = 32)`
