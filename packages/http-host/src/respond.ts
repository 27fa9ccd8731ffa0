import { type Answer, httpHeaders, Settings } from "@adwarden/core"
import { envelope } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"

/** Writes the pipeline's answers down as HTTP: the output, or the error in its envelope. */
export const makeRespond = Effect.map(Settings, (settings) => {
  const { url } = protectedResource(settings, "rest")
  return (answer: Answer): Response => {
    const body = answer.error === null ? answer.output : envelope(answer.error, settings.appUrl)
    const headers = httpHeaders(answer, url)
    headers["Content-Type"] = "application/json"
    headers["Cache-Control"] = "no-store"
    return new Response(JSON.stringify(body), { status: answer.status, headers })
  }
})
