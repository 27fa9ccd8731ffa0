import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { bindStatement, statement } from "./statement.ts"
import type { StatementsShape } from "./statements.ts"

/** SQL: whether the database has the Citus extension. */
export const isClusterSql = "to_regclass('pg_catalog.pg_dist_partition') is not null"

const isClusterStatement = statement(`select ${isClusterSql} as cluster`)

/** Returns whether the database is a Citus cluster. It asks once: a distributed database stays distributed. */
export const makeClusterCheck = (statements: StatementsShape): Effect.Effect<boolean, SqlError> => {
  let known: boolean | undefined
  return Effect.suspend(() =>
    known === undefined
      ? Effect.map(
          statements.read(bindStatement<{ readonly cluster: boolean }>(isClusterStatement, [])),
          ([row]) => {
            known = row!.cluster
            return known
          }
        )
      : Effect.succeed(known)
  )
}
