import type { ResponseInfo } from "./response-info.ts"

/** What every error of this client is: `code` tells them apart, and narrows the type to the error's own fields. */
export abstract class AdwardenError extends Error {
  abstract readonly code: string
  /** The answer that told it; null where none came. */
  readonly response: ResponseInfo | null

  constructor(message: string, response: ResponseInfo | null, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
    this.response = response
  }

  /** The same word as `code`, under the name by which Effect's `catchTag` looks for it. */
  get _tag(): this["code"] {
    return this.code
  }

  /** What to name when asking whoever runs the service; null where no answer came. */
  get requestId(): string | null {
    return this.response?.requestId ?? null
  }
}

/** What the service says of an error, as it stands in the answer. */
export interface ErrorBody {
  readonly code: string
  readonly message: string
  readonly doc_url?: string
  readonly [extra: string]: unknown
}

/** The service said no. Its message says what happened and what to do next. */
export abstract class ApiError extends AdwardenError {
  readonly status: number
  /** The page that explains the code. */
  readonly doc_url: string
  declare readonly response: ResponseInfo

  constructor({ code, doc_url, message, ...extra }: ErrorBody, response: ResponseInfo) {
    super(message, response)
    this.status = response.status
    this.doc_url = doc_url ?? ""
    // Nothing that an answer says may stand in the way of what an error is.
    const own = Object.entries({ code, ...extra }).filter(([name]) => !(name in this))
    Object.assign(this, Object.fromEntries(own))
  }
}

/** A code that this version of the client does not know: the service is newer. `service_code` is what it said. */
export class UnfamiliarError extends ApiError {
  readonly code = "unfamiliar_error"
  readonly service_code: string

  constructor(body: ErrorBody, response: ResponseInfo) {
    super({ ...body, code: "unfamiliar_error" }, response)
    this.service_code = body.code
  }
}

/** No answer came: no connection, or it was lost on the way. `cause` is what fetch said. */
export class ConnectionError extends AdwardenError {
  readonly code = "connection_failed"
}

/** No answer came in time. `limit` says which time it was: of one attempt, or of the whole call. */
export class TimedOutError extends AdwardenError {
  readonly code = "timed_out"
  readonly limit: "attempt" | "whole"

  constructor(limit: "attempt" | "whole", milliseconds: number) {
    super(`No answer within ${milliseconds} ms (${limit === "whole" ? "timeout" : "attemptTimeout"}).`, null)
    this.limit = limit
  }
}

/** Something answered that is not the service: a proxy's page, a redirect, half of an answer. */
export class UnreadableAnswerError extends AdwardenError {
  readonly code = "unreadable_answer"
  declare readonly response: ResponseInfo
}
