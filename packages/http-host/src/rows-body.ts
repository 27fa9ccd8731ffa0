import type { splitRows } from "@adwarden/core"
import type { RowsWriter } from "@adwarden/core/contract"
import type { NodeConnection } from "@adwarden/core/http"
import { Cause, Chunk, Effect, Stream } from "effect"

type Rows = NonNullable<ReturnType<typeof splitRows>>["rows"]

interface Transfer {
  readonly requestId: string
  readonly connection: NodeConnection | undefined
}

const abortedMessage = "An answer broke off while it was sent"
const utf8 = new TextEncoder()

/**
 * The status has left long before the last row. Where reading fails, the connection is broken off without the end of the
 * body, so that nobody takes a part for the whole. It is done here, because the server would write the error behind what
 * was sent and then end the body in good order.
 */
const abortTransfer = ({ connection, requestId }: Transfer, cause: Cause.Cause<unknown>) =>
  Effect.logError(abortedMessage, Cause.pretty(cause, { renderErrorCause: true })).pipe(
    Effect.annotateLogs("request_id", requestId),
    Effect.map((): Stream.Stream<never, Error> => {
      if (connection?.outgoing === undefined) return Stream.fail(new Error(`${abortedMessage}: ${requestId}`))
      connection.outgoing.destroy()
      return Stream.empty
    })
  )

/**
 * A body whose rows are read while it is written: the next ones are asked for when the last have left, and whoever goes
 * away ends the reading.
 */
export const makeRowsBody = Effect.map(
  Effect.runtime<never>(),
  (runtime) =>
    (writer: RowsWriter, rows: Rows, transfer: Transfer): ReadableStream<Uint8Array> => {
      const rowTexts = rows.pipe(
        Stream.chunks,
        Stream.filter(Chunk.isNonEmpty),
        Stream.mapAccum(true, (first, some) => [false, writer.formatRows(Chunk.toReadonlyArray(some), first)])
      )
      return Stream.make(writer.prefix).pipe(
        Stream.concat(rowTexts),
        Stream.concat(Stream.make(writer.suffix)),
        Stream.filter((text) => text !== ""),
        Stream.map((text) => utf8.encode(text)),
        Stream.rechunk(1),
        Stream.catchAllCause((cause) => Stream.unwrap(abortTransfer(transfer, cause))),
        Stream.toReadableStreamRuntime(runtime)
      )
    }
)
