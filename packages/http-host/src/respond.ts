import { httpHeaders, type PipelineResponse, Settings, splitRows } from "@adwarden/core"
import {
  type AnyOperation,
  envelope,
  jsonMediaType,
  renderOutputMentions,
  rowsWriterFor
} from "@adwarden/core/contract"
import { type NodeConnection, protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import { makeRowsBody } from "./rows-body.ts"

/** The operation whose result the response carries. */
interface RespondedOperation {
  readonly operation: AnyOperation
  readonly values: Readonly<Record<string, unknown>>
  readonly connection: NodeConnection | undefined
  /** Without it, texts name requests. */
  readonly wording?: Wording
}

/** How texts name operations: as requests, or as methods of the typed client, which asks for it. */
export type Wording = "rest" | "client"

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
