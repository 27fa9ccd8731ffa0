import { type Answer, httpHeaders, Settings, splitRows } from "@adwarden/core"
import {
  type AnyOperation,
  answerInWordsOf,
  envelope,
  jsonMediaType,
  writingOf
} from "@adwarden/core/contract"
import { type Connection, protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import { makeRowsBody } from "./rows-body.ts"

/** What an answer is the answer to, where it is an operation's. */
interface Asked {
  readonly operation: AnyOperation
  readonly values: Readonly<Record<string, unknown>>
  readonly connection: Connection | undefined
}

interface Written {
  readonly body: string | ReadableStream<Uint8Array>
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Writes the pipeline's answers down as HTTP: the output in the form that was asked for, or the error in its envelope. */
export const makeRespond = Effect.gen(function* () {
  const settings = yield* Settings
  const { url } = protectedResource(settings, "rest")
  const rowsBody = yield* makeRowsBody

  const written = ({ error, output, requestId }: Answer, asked: Asked | null): Written => {
    if (error !== null || asked === null) {
      const value = error === null ? output : envelope(error, settings.appUrl, "rest")
      return { type: jsonMediaType, body: JSON.stringify(value) }
    }
    const { connection, operation, values } = asked
    const told = answerInWordsOf("rest", operation, output)
    const split = splitRows(operation, told)
    if (split === null) return { type: jsonMediaType, body: JSON.stringify(told) }
    const writing = writingOf(operation, values, split.rest)
    // Said outright, or the server would wait for the first pieces, to tell their length.
    const headers = { ...writing.headers, "Transfer-Encoding": "chunked" }
    return { type: writing.type, headers, body: rowsBody(writing, split.rows, { requestId, connection }) }
  }

  return (answer: Answer, asked: Asked | null = null): Response => {
    const { body, headers: own, type } = written(answer, asked)
    const headers = { ...httpHeaders(answer, url), ...own }
    headers["Content-Type"] = type
    headers["Cache-Control"] = "no-store"
    return new Response(body, { status: answer.status, headers })
  }
})
