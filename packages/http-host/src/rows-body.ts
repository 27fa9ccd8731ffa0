import type { splitRows } from "@adwarden/core"
import type { RowsWriting } from "@adwarden/core/contract"
import { Chunk, Effect, Stream } from "effect"

type Rows = NonNullable<ReturnType<typeof splitRows>>["rows"]

const utf8 = new TextEncoder()

/**
 * A body whose rows are read while it is written: the next ones are asked for when the last have left, and whoever goes
 * away ends the reading. The status has left long before the last row: where reading fails, the connection is broken off
 * without the end of the body, so that nobody takes a part for the whole.
 */
export const makeRowsBody = Effect.map(
  Effect.runtime<never>(),
  (runtime) =>
    (writing: RowsWriting, rows: Rows, requestId: string): ReadableStream<Uint8Array> => {
      const written = rows.pipe(
        Stream.chunks,
        Stream.filter(Chunk.isNonEmpty),
        Stream.mapAccum(true, (first, some) => [false, writing.some(Chunk.toReadonlyArray(some), first)])
      )
      return Stream.make(writing.begin).pipe(
        Stream.concat(written),
        Stream.concat(Stream.make(writing.end)),
        Stream.filter((text) => text !== ""),
        Stream.map((text) => utf8.encode(text)),
        Stream.rechunk(1),
        Stream.tapErrorCause((cause) =>
          Effect.logError("An answer broke off while it was sent", cause).pipe(
            Effect.annotateLogs("request_id", requestId)
          )
        ),
        Stream.toReadableStreamRuntime(runtime)
      )
    }
)
