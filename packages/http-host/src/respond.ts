import { type Answer, httpHeaders, Settings } from "@adwarden/core"
import { type AnyOperation, answerInWordsOf, envelope, writeAnswer } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"

/** What an answer is the answer to, where it is an operation's. */
interface Asked {
  readonly operation: AnyOperation
  readonly values: Readonly<Record<string, unknown>>
}

/** Writes the pipeline's answers down as HTTP: the output in the form that was asked for, or the error in its envelope. */
export const makeRespond = Effect.map(Settings, (settings) => {
  const { url } = protectedResource(settings, "rest")

  const bodyOf = ({ error, output }: Answer, asked: Asked | null) => {
    if (error === null && asked !== null) {
      const { operation, values } = asked
      return writeAnswer(operation, values, answerInWordsOf("rest", operation, output))
    }
    const value = error === null ? output : envelope(error, settings.appUrl, "rest")
    return { type: "application/json", text: JSON.stringify(value) }
  }

  return (answer: Answer, asked: Asked | null = null): Response => {
    const { text, type } = bodyOf(answer, asked)
    const headers = httpHeaders(answer, url)
    headers["Content-Type"] = type
    headers["Cache-Control"] = "no-store"
    return new Response(text, { status: answer.status, headers })
  }
})
