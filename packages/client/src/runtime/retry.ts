import { AdwardenError } from "./errors.ts"

const firstBackoff = 500
const maxBackoff = 8000

/** Seconds. A longer wait, such as for a daily quota, fails the call instead. */
const maxRetryAfter = 60

/** Statuses of a proxy that cannot reach the service or limits the rate. */
const proxyStatuses: ReadonlyArray<number> = [429, 502, 503, 504]

/**
 * Only failures that can pass are retried. A rejection is final, a quota resets tomorrow, and a defect (500) should be
 * reported instead.
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
 * Returns the milliseconds to wait before a retry, or null if the call must not be retried. The backoff is exponential
 * with full jitter, so that clients do not retry in step, and never shorter than Retry-After.
 */
export const delayAfter = (failure: unknown, attempt: number, random = Math.random): number | null => {
  if (!(failure instanceof AdwardenError) || !isTransient(failure)) return null
  const requestedDelay = failure.response?.retryAfter ?? null
  if (requestedDelay === null) return random() * Math.min(maxBackoff, firstBackoff * 2 ** (attempt - 1))
  return requestedDelay > maxRetryAfter ? null : requestedDelay * 1000 + random() * firstBackoff
}
