import { Effect } from "effect"
import { statement } from "./statement.ts"
import { Statements } from "./statements.ts"

const ask = statement("select 1 as answer")

/** Whether the database answers at this moment: what a host is asked before traffic is sent to it. */
export const databaseAnswers: Effect.Effect<Effect.Effect<boolean>, never, Statements> = Effect.map(
  Statements,
  (statements) =>
    statements.query(ask, []).pipe(
      Effect.as(true),
      Effect.catchAllCause(() => Effect.succeed(false))
    )
)
