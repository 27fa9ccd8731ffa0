import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { Chunk, Effect, Option, Stream } from "effect"

type Transform = Parameters<Connection["execute"]>[2]

const fetchSize = 128
let cursors = 0

/**
 * Streams rows from a server-side cursor. pg's own cursors keep a portal open between responses, which a
 * pipelined connection does not allow. A cursor requires an open transaction.
 */
export const streamFrom = (
  connection: Connection,
  text: string,
  params: ReadonlyArray<unknown>,
  transform: Transform
): Stream.Stream<never, SqlError> =>
  Stream.unwrapScoped(
    Effect.gen(function* () {
      const cursor = `stream_${++cursors}`
      const run = (statement: string, values: ReadonlyArray<unknown> = []) =>
        connection.executeUnprepared(statement, values, undefined)
      yield* Effect.acquireRelease(run(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${text}`, params), () =>
        Effect.ignore(run(`CLOSE ${cursor}`))
      )
      const next = Effect.mapError(run(`FETCH ${fetchSize} FROM ${cursor}`), Option.some)
      return Stream.repeatEffectChunkOption(
        Effect.flatMap(next, (rows) => {
          if (rows.length === 0) return Effect.fail(Option.none<SqlError>())
          const transformed = transform === undefined ? rows : transform(rows)
          return Effect.succeed(Chunk.unsafeFromArray(transformed as ReadonlyArray<never>))
        })
      )
    })
  )
