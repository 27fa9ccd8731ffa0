import type { ResponseInfo } from "./response-info.ts"

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
