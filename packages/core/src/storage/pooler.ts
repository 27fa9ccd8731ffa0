import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Statement } from "./statement.ts"
import { Statements } from "./statements.ts"

/** A statement that finds itself by its name. */
const ownName: Statement = {
  name: "adwarden_named",
  text: "select exists (select from pg_prepared_statements where name = 'adwarden_named') as kept"
}

const isDuplicate = ({ cause }: SqlError): boolean => (cause as { readonly code?: unknown }).code === "42P05"

/**
 * Whether a pooler supports named statements: it then replaces each name by its own. A name that reaches the server
 * unchanged belongs to one server connection, and the next transaction may get another.
 */
export const poolerNamesStatements: Effect.Effect<boolean, SqlError, Statements> = Effect.flatMap(
  Statements,
  (statements) =>
    Effect.map(statements.query<{ readonly kept: boolean }>(ownName, []), ([row]) => row?.kept === false)
).pipe(Effect.catchIf(isDuplicate, () => Effect.succeed(false)))
