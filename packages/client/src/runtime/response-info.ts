/** Information from the headers of a response. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** Identifies the request in the service's logs and in the audit trail. */
  readonly requestId: string | null
  /** The remaining requests of this credential, and when the limit resets. */
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetsAt: Date } | null
  /** The organization's remaining writes today. Null except on writes. */
  readonly writeQuota: { readonly limit: number; readonly remaining: number } | null
  /** Whether this is the stored response to an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /** Seconds to wait before a retry, if the service states them. */
  readonly retryAfter: number | null
  /** How often the request was sent before this response. */
  readonly attempts: number
}

const numberIn = (headers: Headers, name: string): number | null => {
  const text = headers.get(name)
  return text === null || text === "" || Number.isNaN(Number(text)) ? null : Number(text)
}

/** Retry-After is a number of seconds or a date. A date is compared with the response's own Date header, if present. */
export const retryAfterIn = (headers: Headers): number | null => {
  const text = headers.get("retry-after")
  if (text === null) return null
  const seconds = numberIn(headers, "retry-after") ?? (Date.parse(text) - serverTime(headers)) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

const serverTime = (headers: Headers): number => {
  const responseDate = Date.parse(headers.get("date") ?? "")
  return Number.isNaN(responseDate) ? Date.now() : responseDate
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

/** A registered symbol, so that the ESM and the CommonJS copy of this package can read each other's responses. */
const key = Symbol.for("@adwarden/client/response")

/** Attaches the info where loops, spreads and JSON.stringify do not see it. */
export const withInfo = <A extends object>(answer: A, info: ResponseInfo): A =>
  Object.defineProperty(answer, key, { value: info, configurable: true })

/**
 * Returns the request id, rate limit and write quota of any value that a client method returned, for example
 * `responseOf(campaign).requestId`. Errors have the same information in `error.response`.
 */
export const responseOf = (answer: object): ResponseInfo => {
  const info = (answer as { readonly [key]?: ResponseInfo })[key]
  if (info === undefined) throw new TypeError("responseOf takes a value that a method of the client returned")
  return info
}
