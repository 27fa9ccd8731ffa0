import { AdwardenError } from "./errors.ts"

const firstBackoff = 500
const maxBackoff = 8000

/** Seconds. Who is asked to wait longer is told instead: a day's quota is not waited for inside a call. */
const maxRetryAfter = 60

/** What a proxy answers in the service's place when it cannot reach it, or holds back too many requests. */
const proxyStatuses: ReadonlyArray<number> = [429, 502, 503, 504]

/**
 * What may be gone the next time. Nothing else is sent again: a refusal stays one, a quota is for tomorrow, and
 * a defect (500) is to be told rather than hammered on.
 */
const isTransient = (failure: AdwardenError): boolean => {
  switch (failure.code) {
    case "connection_failed":
    case "rate_limited":
    case "unavailable":
      return true
    case "timed_out":
      return "limit" in failure && failure.limit === "attempt"
    case "unreadable_answer":
      return failure.response !== null && proxyStatuses.includes(failure.response.status)
    default:
      return false
  }
}

/**
 * Milliseconds to wait before a failed call is sent again, or null if it must not be. Exponential with full jitter, so
 * that clients that were stopped together do not come back together; never sooner than the service asked for.
 */
export const delayAfter = (failure: unknown, attempt: number, random = Math.random): number | null => {
  if (!(failure instanceof AdwardenError) || !isTransient(failure)) return null
  const requestedDelay = failure.response?.retryAfter ?? null
  if (requestedDelay === null) return random() * Math.min(maxBackoff, firstBackoff * 2 ** (attempt - 1))
  return requestedDelay > maxRetryAfter ? null : requestedDelay * 1000 + random() * firstBackoff
}
