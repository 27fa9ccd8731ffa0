import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { BoundStatement } from "./statement.ts"
import { inOneRoundTrip, type RowsOf } from "./statement-batching.ts"

/**
 * Reads the data of one plan. Code states what it reads, and the reader decides what is sent: a statement that
 * was read before is not sent again, and the others are sent together.
 */
export interface PlanningReader {
  /**
   * Returns the rows of each statement. The server runs them in this order, so a lock taken first holds for the
   * rest.
   *
   * @example const [[rules], campaigns] = yield* reader.read(readRules(id), readCampaigns(id))
   */
  readonly read: <const All extends ReadonlyArray<BoundStatement>>(
    ...statements: All
  ) => Effect.Effect<RowsOf<All>, SqlError, SqlClient.SqlClient>
  /** Stores rows that another statement has read already. */
  readonly remember: <Row>(statement: BoundStatement<Row>, rows: ReadonlyArray<Row>) => void
  /** Computes a value once for all code that shares the reader: a decoded row, a response of the platform. */
  readonly once: <A, E, R>(key: string, compute: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Equal statements with equal values have equal keys. */
const keyOf = ({ name, values }: BoundStatement): string => `${name} ${JSON.stringify(values)}`

export const makePlanningReader = (): PlanningReader => {
  const rowsByKey = new Map<string, ReadonlyArray<unknown>>()
  const values = new Map<string, unknown>()

  const read = (...statements: ReadonlyArray<BoundStatement>) =>
    Effect.suspend(() => {
      const keys = statements.map(keyOf)
      const unread = new Map(
        keys.map((key, index) => [key, statements[index]!] as const).filter(([key]) => !rowsByKey.has(key))
      )
      const known = () => keys.map((key) => rowsByKey.get(key)!)
      if (unread.size === 0) return Effect.succeed(known())
      return Effect.map(inOneRoundTrip([...unread.values()]), (results) => {
        for (const [index, key] of [...unread.keys()].entries()) rowsByKey.set(key, results[index]!)
        return known()
      })
    })

  return {
    read: read as PlanningReader["read"],
    remember: (statement, rows) => void rowsByKey.set(keyOf(statement), rows),
    once: <A, E, R>(key: string, compute: Effect.Effect<A, E, R>) =>
      Effect.suspend(() =>
        values.has(key)
          ? Effect.succeed(values.get(key) as A)
          : Effect.tap(compute, (value) => Effect.sync(() => values.set(key, value)))
      )
  }
}
