import type { ErrorCodes } from "../schema/errors.generated.ts"
import type { Json } from "./json.ts"

/** Exactly one category with one of its own codes. The compiler checks it against the protos. */
export type ErrorCode = {
  [Category in keyof ErrorCodes]: { readonly [Key in Category]: ErrorCodes[Category] }
}[keyof ErrorCodes]

export interface PathElement {
  readonly fieldName: string
  readonly index?: number
}

export interface AdsError {
  readonly errorCode: ErrorCode
  readonly message: string
  readonly trigger?: { readonly stringValue: string } | { readonly int64Value: string }
  readonly location?: { readonly fieldPathElements: readonly PathElement[] }
  readonly details?: Json
}

interface Status {
  readonly code: number
  readonly status: string
  readonly message: string
}

const invalidArgument: Status = {
  code: 400,
  status: "INVALID_ARGUMENT",
  message: "Request contains an invalid argument."
}
const statuses: Readonly<Record<string, Status>> = {
  authenticationError: {
    code: 401,
    status: "UNAUTHENTICATED",
    message:
      "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project."
  },
  authorizationError: {
    code: 403,
    status: "PERMISSION_DENIED",
    message: "The caller does not have permission"
  },
  quotaError: {
    code: 429,
    status: "RESOURCE_EXHAUSTED",
    message: "Resource has been exhausted (e.g. check quota)."
  },
  internalError: { code: 500, status: "INTERNAL", message: "Internal error encountered." }
}

/** A rejected request: becomes `error.details[0]` of type GoogleAdsFailure. */
export class AdsFailure extends Error {
  readonly errors: readonly AdsError[]

  constructor(errors: readonly AdsError[]) {
    super(errors.map((error) => error.message).join("; "))
    this.errors = errors
  }

  get status(): Status {
    return statuses[Object.keys(this.errors[0]?.errorCode ?? {})[0] ?? ""] ?? invalidArgument
  }
}

/** A body that is not the JSON of its message. Google rejects it before the Google Ads API. */
export class BadPayload extends Error {
  readonly violations: readonly { readonly field: string; readonly description: string }[]

  constructor(violations: BadPayload["violations"]) {
    super(violations.map((violation) => violation.description).join("\n"))
    this.violations = violations
  }
}

export const adsError = (
  errorCode: ErrorCode,
  message: string,
  at: readonly PathElement[] = [],
  trigger?: string
): AdsError => ({
  errorCode,
  message,
  ...(trigger === undefined ? {} : { trigger: { stringValue: trigger } }),
  ...(at.length > 0 ? { location: { fieldPathElements: at } } : {})
})

export const refuse = (
  errorCode: ErrorCode,
  message: string,
  at?: readonly PathElement[],
  trigger?: string
): never => {
  throw new AdsFailure([adsError(errorCode, message, at, trigger)])
}

const failureDetail = (errors: readonly AdsError[], version: string, requestId: string) => ({
  "@type": `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
  errors,
  requestId
})

export const errorBody = (failure: AdsFailure, version: string, requestId: string) => ({
  error: { ...failure.status, details: [failureDetail(failure.errors, version, requestId)] }
})

export const badPayloadBody = (bad: BadPayload) => ({
  error: {
    ...invalidArgument,
    message: bad.message,
    details: [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: bad.violations }]
  }
})

/** Builds the google.rpc.Status of a partially failed mutate. */
export const partialFailure = (errors: readonly AdsError[], version: string, requestId: string) => ({
  code: 3,
  message: `Multiple errors in ‘details’. First error: ${errors[0]?.message}${describe(errors[0])}`,
  details: [failureDetail(errors, version, requestId)]
})

const describe = (error: AdsError | undefined): string => {
  const path = error?.location?.fieldPathElements ?? []
  const steps = path.map(({ fieldName, index }) =>
    index === undefined ? fieldName : `${fieldName}[${index}]`
  )
  return steps.length > 0 ? `, at ${steps.join(".")}` : ""
}
