import type { HttpClientError } from "@effect/platform/HttpClientError"
import { RequestNotSent, ResponseLost } from "./failures.ts"

/** Errors of connections that were never established, so nothing can have been done. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT"
])

const codesIn = (error: unknown): ReadonlyArray<string> => {
  const codes: Array<string> = []
  const seen = new Set<unknown>()
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return
    seen.add(value)
    const { cause, code, errors } = value as { cause?: unknown; code?: unknown; errors?: unknown }
    if (typeof code === "string") codes.push(code)
    walk(cause)
    if (Array.isArray(errors)) errors.forEach(walk)
  }
  walk(error)
  return codes
}

/**
 * Classifies a connection error. The original error holds the request headers and so the token; only its
 * codes are copied.
 */
export const transportFailure = (error: HttpClientError): RequestNotSent | ResponseLost => {
  const codes = codesIn(error)
  const why = codes[0] ?? error.reason
  return codes.length > 0 && codes.every((code) => neverSent.has(code))
    ? new RequestNotSent({ message: `No connection (${why}).` })
    : new ResponseLost({ message: `The connection broke before an answer came (${why}).` })
}
