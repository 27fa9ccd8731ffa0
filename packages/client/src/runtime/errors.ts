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

/** The base class of this client's errors. Checking `code` narrows the type to the error's own fields. */
export abstract class AdwardenError extends Error {
  abstract readonly code: string
  /** Information about the response, or null if there was none. */
  readonly response: ResponseInfo | null

  constructor(message: string, response: ResponseInfo | null, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.response = response
  }

  /** Equals `code`. Effect's `catchTag` reads it. */
  get _tag(): this["code"] {
    return this.code
  }

  /** The request id for support requests to the service's operator, or null without a response. */
  get requestId(): string | null {
    return this.response?.requestId ?? null
  }
}

/** The error object in the body of a response. */
export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly doc_url?: string
  readonly [extra: string]: unknown
}

/** The service rejected the request. `message` states what happened and what to do next. */
export abstract class ApiError extends AdwardenError {
  readonly status: number
  /** URL of the page that documents the code. */
  readonly doc_url: string
  declare readonly response: ResponseInfo

  constructor({ code, doc_url, message, ...extra }: ErrorBody, response: ResponseInfo) {
    super(message, response)
    this.status = response.status
    this.doc_url = doc_url ?? ""
    // Fields of the response must not override the error's own members.
    const own = Object.entries({ code, ...extra }).filter(([name]) => !(name in this))
    Object.assign(this, Object.fromEntries(own))
  }
}

/** The service is newer and returned an error code unknown to this version. `service_code` contains it. */
export class UnfamiliarError extends ApiError {
  readonly code = "unfamiliar_error"
  readonly service_code: string

  constructor(body: ErrorBody, response: ResponseInfo) {
    super({ ...body, code: "unfamiliar_error" }, response)
    this.service_code = body.code
  }
}

/** The connection failed or was lost before a response arrived. `cause` is the error of `fetch`. */
export class ConnectionError extends AdwardenError {
  readonly code = "connection_failed"
}

/** A time limit was exceeded. `limit` is `attempt` for a single attempt and `whole` for the whole call. */
export class TimedOutError extends AdwardenError {
  readonly code = "timed_out"
  readonly limit: "attempt" | "whole"

  constructor(limit: "attempt" | "whole", milliseconds: number) {
    super(
      `No response within ${milliseconds} ms (${limit === "whole" ? "timeout" : "attemptTimeout"}).`,
      null
    )
    this.limit = limit
  }
}

/** The response is not from the service, such as a proxy's page or a redirect, or it is incomplete. */
export class UnreadableAnswerError extends AdwardenError {
  readonly code = "unreadable_answer"
  declare readonly response: ResponseInfo
}
