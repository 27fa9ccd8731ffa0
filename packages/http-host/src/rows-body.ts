import type { splitRows } from "@adwarden/core"
import type { RowsWriter } from "@adwarden/core/contract"
import type { NodeConnection } from "@adwarden/core/http"
import { Cause, Chunk, Effect, Stream } from "effect"

type Rows = NonNullable<ReturnType<typeof splitRows>>["rows"]

interface Transfer {
  readonly requestId: string
  readonly connection: NodeConnection | undefined
}

const abortedMessage = "The response was aborted while it was sent"
const utf8 = new TextEncoder()

/**
 * The status is sent long before the last row. If reading fails, the connection is closed without the end of the body,
 * so that no client takes a part for the whole. The server alone would append the error and end the body normally.
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
 * A body whose rows are read while it is sent. The next rows are requested when the last ones have been sent, and a
 * disconnect stops the reading.
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
