/** What the headers of an answer tell beside its body. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** Names the request to whoever runs the service: their logs and the audit trail have it, too. */
  readonly requestId: string | null
  /** How many requests this credential has left, and when it has all of them again. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetsAt: Date } | null
  /** How many writes the organization has left today; on writes alone. */
  readonly writeQuota: { readonly limit: number; readonly remaining: number } | null
  /** Whether this is the stored answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /** Seconds to wait before the next try, where the service named them. */
  readonly retryAfter: number | null
  /** How often the request was sent until this answer came. */
  readonly attempts: number
}

const numberIn = (headers: Headers, name: string): number | null => {
  const text = headers.get(name)
  return text === null || text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text)
}

/** Retry-After is a number of seconds, or a date; the date counts from the answer's own clock where it has one. */
export const retryAfterIn = (headers: Headers): number | null => {
  const text = headers.get("retry-after")
  if (text === null) return null
  const seconds = numberIn(headers, "retry-after") ?? (Date.parse(text) - serverTime(headers)) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

const serverTime = (headers: Headers): number => {
  const told = Date.parse(headers.get("date") ?? "")
  return Number.isNaN(told) ? Date.now() : told
}

export const infoOf = ({ headers, status }: Response, attempts: number): ResponseInfo => {
  const limit = numberIn(headers, "x-ratelimit-limit")
  const remaining = numberIn(headers, "x-ratelimit-remaining")
  const reset = numberIn(headers, "x-ratelimit-reset")
  const quota = numberIn(headers, "x-writequota-limit")
  const quotaLeft = numberIn(headers, "x-writequota-remaining")
  return {
    status,
    headers,
    requestId: headers.get("x-request-id"),
    rateLimit:
      limit === null || remaining === null || reset === null
        ? null
        : { limit, remaining, resetsAt: new Date(reset * 1000) },
    writeQuota: quota === null || quotaLeft === null ? null : { limit: quota, remaining: quotaLeft },
    replayed: headers.get("idempotency-replayed") === "true",
    retryAfter: retryAfterIn(headers),
    attempts
  }
}

/** A registered symbol, so that the ESM and the CommonJS copy of this package can read each other's answers. */
const key = Symbol.for("@adwarden/client/response")

/** Puts it where no loop, spread or JSON.stringify sees it. */
export const withInfo = <A extends object>(answer: A, info: ResponseInfo): A =>
  Object.defineProperty(answer, key, { value: info, configurable: true })

/**
 * Request id, rate limit and write quota of anything that a method answered: `responseOf(campaign).requestId`.
 * Errors have the same as `error.response`.
 */
export const responseOf = (answer: object): ResponseInfo => {
  const info = (answer as { readonly [key]?: ResponseInfo })[key]
  if (info === undefined) throw new TypeError("responseOf takes what a method of the client answered")
  return info
}
