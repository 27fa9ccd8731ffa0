import type { ErrorCode } from "./errors.ts"
import { inputFields } from "./json-schema.ts"
import type { AnyOperation } from "./table.ts"

interface ResponseHeader {
  readonly description: string
  readonly type: "string" | "integer"
  /** Whether a response with one of these errors, or a success, can have the header. */
  readonly on: (operation: AnyOperation, codes: ReadonlyArray<ErrorCode>) => boolean
}

const always = () => true
const onWrites = (operation: AnyOperation) => operation.effect !== "read"
const withCodes =
  (...expectedCodes: ReadonlyArray<ErrorCode>) =>
  (_: AnyOperation, codes: ReadonlyArray<ErrorCode>) =>
    codes.some((code) => expectedCodes.includes(code))

/** Every header of an operation's response, besides Content-Type. Hosts send no other. */
const responseHeaders = {
  "X-Request-Id": {
    description: "Identifies this request in the audit trail and for support",
    type: "string",
    on: always
  },
  "Cache-Control": { description: "no-store: responses depend on the caller", type: "string", on: always },
  "X-RateLimit-Limit": { description: "Requests a minute", type: "integer", on: always },
  "X-RateLimit-Remaining": { description: "Requests left now", type: "integer", on: always },
  "X-RateLimit-Reset": {
    description: "Epoch seconds at which all requests are available again",
    type: "integer",
    on: always
  },
  "X-WriteQuota-Limit": {
    description: "Executed writes of the organization in a UTC day",
    type: "integer",
    on: onWrites
  },
  "X-WriteQuota-Remaining": { description: "Writes left today", type: "integer", on: onWrites },
  "Idempotency-Replayed": {
    description: "true if this is the stored response to an earlier call",
    type: "string",
    on: (operation) => inputFields(operation).has("idempotency_key")
  },
  "Retry-After": {
    description: "Seconds to wait before the call is sent again",
    type: "integer",
    on: withCodes("rate_limited", "write_quota_exceeded", "unavailable")
  },
  "WWW-Authenticate": {
    description: "What is wrong with the credential, and where the resource metadata is",
    type: "string",
    on: withCodes("unauthorized", "insufficient_scope")
  }
} as const satisfies Readonly<Record<string, ResponseHeader>>

export type ResponseHeaderName = keyof typeof responseHeaders

const declared: ReadonlyArray<readonly [string, ResponseHeader]> = Object.entries(responseHeaders)

/** The headers of an operation's response with this status, in OpenAPI's format. */
export const headersOf = (
  operation: AnyOperation,
  status: number,
  codes: ReadonlyArray<ErrorCode>
): Readonly<Record<string, object>> => {
  const common = declared.filter(([, { on }]) => on(operation, codes))
  // A table cannot contain the response's other fields, so headers carry them.
  const mediaHeaders = status === operation.success ? Object.entries(operation.media?.headers ?? {}) : []
  return Object.fromEntries([
    ...common.map(([name, { description, type }]) => [name, { description, schema: { type } }] as const),
    ...mediaHeaders.map(
      ([name, field]) =>
        [name, { description: `${field} of the response`, schema: { type: "string" } }] as const
    )
  ])
}
