import { Data, Option, Schema } from "effect"
import { ConnectionBroken, PlatformRefused, SetupRequired } from "../errors.ts"
import { platformLabel } from "../labels.ts"

export const label = platformLabel("google_ads")

/** The result of one attempt, before the retry decision. */
export class RequestNotSent extends Data.TaggedError("RequestNotSent")<{ readonly message: string }> {}
export class ResponseLost extends Data.TaggedError("ResponseLost")<{
  readonly message: string
  readonly requestId?: string | undefined
}> {}
export class QuotaExceeded extends Data.TaggedError("QuotaExceeded")<{
  readonly message: string
  readonly retryAfterMillis?: number | undefined
  readonly requestId?: string | undefined
}> {}
class TokenExpired extends Data.TaggedError("TokenExpired")<{ readonly message: string }> {}

type FinalFailure = PlatformRefused | ConnectionBroken | SetupRequired
export type AttemptFailure = RequestNotSent | ResponseLost | QuotaExceeded | TokenExpired | FinalFailure

const AdsError = Schema.Struct({
  errorCode: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.String }), {
    default: () => ({})
  }),
  message: Schema.optionalWith(Schema.String, { default: () => "" }),
  details: Schema.optional(
    Schema.Struct({
      quotaErrorDetails: Schema.optional(Schema.Struct({ retryDelay: Schema.optional(Schema.String) }))
    })
  )
})
type AdsError = typeof AdsError.Type

const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    message: Schema.optionalWith(Schema.String, { default: () => "" }),
    status: Schema.optionalWith(Schema.String, { default: () => "" }),
    details: Schema.optionalWith(
      Schema.Array(Schema.Struct({ errors: Schema.optional(Schema.Array(AdsError)) })),
      { default: () => [] }
    )
  })
})
const decode = Schema.decodeUnknownOption(ErrorBody)

const brokenLoginCodes = new Set([
  "OAUTH_TOKEN_REVOKED",
  "OAUTH_TOKEN_DISABLED",
  "GOOGLE_ACCOUNT_DELETED",
  "NOT_ADS_USER",
  "TWO_STEP_VERIFICATION_NOT_ENROLLED"
])
const setupMessages: Readonly<Record<string, string>> = {
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION:
    "The operator's Google Cloud project is not approved for production use of Google Ads.",
  CUSTOMER_NOT_ENABLED: "Enable the account in Google Ads first."
}
const expiredTokenCodes = new Set(["OAUTH_TOKEN_EXPIRED", "OAUTH_TOKEN_INVALID"])

/** Parses a protobuf duration such as `5s` or `1.500s`. */
const millisOf = (duration: string | undefined): number | undefined => {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? "")?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

/** Returns the failure that an error response means. */
export const failureOf = (status: number, body: unknown, requestId: string | undefined): AttemptFailure => {
  // Streams wrap their errors in an array, like their results.
  const read = decode(Array.isArray(body) ? body[0] : body)
  const { details, message, status: statusText } = Option.getOrElse(read, () => ({ error: unreadable })).error
  const errors = details.flatMap((detail) => detail.errors ?? [])
  const first = errors[0]
  const [category, code] = Object.entries(first?.errorCode ?? {})[0] ?? ["", statusText || String(status)]
  const messages = errors.map((error) => error.message).filter((text) => text !== "")
  const reason = messages.length > 0 ? [...new Set(messages)].join("; ") : message || `It answered ${status}.`
  if (brokenLoginCodes.has(code)) return new ConnectionBroken({ platform: label, code, message: reason })
  if (code in setupMessages) return new SetupRequired({ code, message: `${reason} ${setupMessages[code]}` })
  if (expiredTokenCodes.has(code)) return new TokenExpired({ message: reason })
  if (category === "quotaError" || status === 429) {
    return new QuotaExceeded({ message: reason, retryAfterMillis: delayOf(errors), requestId })
  }
  if (category === "internalError" || status >= 500) return new ResponseLost({ message: reason, requestId })
  return new PlatformRefused({
    platform: label,
    meaning: meaningOf(category, code),
    code: category === "" ? code : `${category}.${code}`,
    message: reason,
    requestId
  })
}

const meaningOf = (category: string, code: string): PlatformRefused["meaning"] =>
  code === "DUPLICATE_CAMPAIGN_NAME"
    ? "duplicate_name"
    : category === "authorizationError"
      ? "no_access"
      : undefined

const unreadable = {
  message: "",
  status: "",
  details: [] as ReadonlyArray<{ errors?: ReadonlyArray<AdsError> }>
}

const delayOf = (errors: ReadonlyArray<AdsError>): number | undefined => {
  const delays = errors.flatMap(({ details }) => millisOf(details?.quotaErrorDetails?.retryDelay) ?? [])
  return delays.length === 0 ? undefined : Math.max(...delays)
}
