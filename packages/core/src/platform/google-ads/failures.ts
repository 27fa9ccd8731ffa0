import { Data, Option, Schema } from "effect"
import { ConnectionBroken, PlatformRefused, SetupRequired } from "../errors.ts"

/** What one try came to, before it is decided whether to try again. */
export class NeverSent extends Data.TaggedError("NeverSent")<{ readonly message: string }> {}
export class AnswerLost extends Data.TaggedError("AnswerLost")<{
  readonly message: string
  readonly requestId?: string | undefined
}> {}
export class QuotaSpent extends Data.TaggedError("QuotaSpent")<{
  readonly message: string
  readonly retryAfterMillis?: number | undefined
  readonly requestId?: string | undefined
}> {}
class TokenStale extends Data.TaggedError("TokenStale")<{ readonly message: string }> {}

type Final = PlatformRefused | ConnectionBroken | SetupRequired
export type TryFailure = NeverSent | AnswerLost | QuotaSpent | TokenStale | Final

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

const broken = new Set([
  "OAUTH_TOKEN_REVOKED",
  "OAUTH_TOKEN_DISABLED",
  "GOOGLE_ACCOUNT_DELETED",
  "NOT_ADS_USER",
  "TWO_STEP_VERIFICATION_NOT_ENROLLED"
])
const setup: Readonly<Record<string, string>> = {
  CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION:
    "The operator's Google Cloud project is not approved for production use of Google Ads.",
  CUSTOMER_NOT_ENABLED: "Enable the account in Google Ads first."
}
const stale = new Set(["OAUTH_TOKEN_EXPIRED", "OAUTH_TOKEN_INVALID"])

/** `5s` or `1.500s`, as protobuf writes a duration. */
const millisOf = (duration: string | undefined): number | undefined => {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? "")?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

/** What an answer that is not a success means. */
export const failureOf = (status: number, body: unknown, requestId: string | undefined): TryFailure => {
  // Streams wrap their errors in an array, like their answers.
  const read = decode(Array.isArray(body) ? body[0] : body)
  const { details, message, status: word } = Option.getOrElse(read, () => ({ error: unreadable })).error
  const errors = details.flatMap((detail) => detail.errors ?? [])
  const first = errors[0]
  const [category, code] = Object.entries(first?.errorCode ?? {})[0] ?? ["", word || String(status)]
  const messages = errors.map((error) => error.message).filter((text) => text !== "")
  const said = messages.length > 0 ? [...new Set(messages)].join("; ") : message || `It answered ${status}.`
  if (broken.has(code)) return new ConnectionBroken({ code, message: said })
  if (code in setup) return new SetupRequired({ code, message: `${said} ${setup[code]}` })
  if (stale.has(code)) return new TokenStale({ message: said })
  if (category === "quotaError" || status === 429) {
    return new QuotaSpent({ message: said, retryAfterMillis: delayOf(errors), requestId })
  }
  if (category === "internalError" || status >= 500) return new AnswerLost({ message: said, requestId })
  return new PlatformRefused({
    code: category === "" ? code : `${category}.${code}`,
    message: said,
    requestId
  })
}

const unreadable = {
  message: "",
  status: "",
  details: [] as ReadonlyArray<{ errors?: ReadonlyArray<AdsError> }>
}

const delayOf = (errors: ReadonlyArray<AdsError>): number | undefined => {
  const delays = errors.flatMap(({ details }) => millisOf(details?.quotaErrorDetails?.retryDelay) ?? [])
  return delays.length === 0 ? undefined : Math.max(...delays)
}
