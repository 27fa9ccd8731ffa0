import { httpHeaders, type PipelineResponse, Settings, splitRows } from "@adwarden/core"
import {
  type AnyOperation,
  envelope,
  jsonMediaType,
  type RowsWriter,
  renderOutputMentions,
  rowsWriterFor
} from "@adwarden/core/contract"
import { type NodeConnection, protectedResource } from "@adwarden/core/http"
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

/** The operation whose result the response carries. */
interface RespondedOperation {
  readonly operation: AnyOperation
  readonly values: Readonly<Record<string, unknown>>
  readonly connection: NodeConnection | undefined
  /** Without it, texts name requests. */
  readonly wording?: Wording
}

/** How texts name operations: as requests, or as methods of the typed client, which asks for it. */
type Wording = "rest" | "client"

export const wordingFor = (request: Request): Wording =>
  /;\s*wording=client\b/.test(request.headers.get("accept") ?? "") ? "client" : "rest"

interface ResponseBody {
  readonly body: string | ReadableStream<Uint8Array>
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Converts the pipeline's responses to HTTP: the output in the requested format, or the error in its envelope. */
export const makeRespond = Effect.gen(function* () {
  const settings = yield* Settings
  const { url } = protectedResource(settings, "rest")
  const rowsBody = yield* makeRowsBody

  const bodyOf = (
    { error, organization, output, requestId }: PipelineResponse,
    responded: RespondedOperation | null
  ): ResponseBody => {
    if (error !== null || responded === null) {
      const value =
        error === null ? output : envelope(error, settings.appUrl, responded?.wording ?? "rest", organization)
      return { type: jsonMediaType, body: JSON.stringify(value) }
    }
    const { connection, operation, values, wording = "rest" } = responded
    const rendered = renderOutputMentions(wording, operation, output, {
      appUrl: settings.appUrl,
      org: organization
    })
    const split = splitRows(operation, rendered)
    if (split === null) return { type: jsonMediaType, body: JSON.stringify(rendered) }
    const writer = rowsWriterFor(operation, values, split.rest)
    // Set explicitly. Otherwise the server would wait for the first chunks to determine the length.
    const headers = { ...writer.headers, "Transfer-Encoding": "chunked" }
    return { type: writer.type, headers, body: rowsBody(writer, split.rows, { requestId, connection }) }
  }

  return (response: PipelineResponse, responded: RespondedOperation | null = null): Response => {
    const { body, headers: ownHeaders, type } = bodyOf(response, responded)
    const headers = { ...httpHeaders(response, url), ...ownHeaders }
    headers["Content-Type"] = type
    headers["Cache-Control"] = "no-store"
    return new Response(body, { status: response.status, headers })
  }
})
