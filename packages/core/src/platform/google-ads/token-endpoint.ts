import type * as HttpClient from "@effect/platform/HttpClient"
import type { HttpClientError } from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Cache, Data, Duration, Effect, Exit, Fiber, Redacted, Schema } from "effect"
import { ConnectionBroken, SetupRequired } from "../errors.ts"
import { PlatformLogins } from "../logins.ts"
import type { OAuthClientKind, PlatformLogin } from "../model.ts"
import { label, QuotaExceeded, RequestNotSent, ResponseLost } from "./failures.ts"
import { clientOf, type GoogleAdsSettings } from "./settings.ts"

/** Errors of connections that were never established, so nothing can have been done. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT"
])

const codesIn = (error: unknown): ReadonlyArray<string> => {
  const codes: Array<string> = []
  const seen = new Set<unknown>()
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null || seen.has(value)) return
    seen.add(value)
    const { cause, code, errors } = value as { cause?: unknown; code?: unknown; errors?: unknown }
    if (typeof code === "string") codes.push(code)
    walk(cause)
    if (Array.isArray(errors)) errors.forEach(walk)
  }
  walk(error)
  return codes
}

/**
 * Classifies a connection error. The original error holds the request headers and so the token; only its
 * codes are copied.
 */
export const transportFailure = (error: HttpClientError): RequestNotSent | ResponseLost => {
  const codes = codesIn(error)
  const why = codes[0] ?? error.reason
  return codes.length > 0 && codes.every((code) => neverSent.has(code))
    ? new RequestNotSent({ message: `No connection (${why}).` })
    : new ResponseLost({ message: `The connection broke before an answer came (${why}).` })
}

const TokenError = Schema.Struct({
  error: Schema.String,
  error_description: Schema.optionalWith(Schema.String, { default: () => "" })
})

/** A rejection by the token endpoint, such as `invalid_grant`. */
interface TokenRejection {
  readonly error: string
  /** The error with its description. */
  readonly message: string
}

const parseJson = <A, I>(schema: Schema.Schema<A, I>, body: string) =>
  Schema.decodeUnknown(Schema.parseJson(schema))(body)

const readRejection = (status: number, body: string): Effect.Effect<TokenRejection> =>
  parseJson(TokenError, body).pipe(
    Effect.orElseSucceed(() => ({ error: `status_${status}`, error_description: "" })),
    Effect.map(({ error, error_description }) => ({
      error,
      message: error_description === "" ? error : `${error}: ${error_description}`
    }))
  )

/** The failure of a rejection that has nothing to do with the grant. */
export const clientRejected = (
  { error, message }: TokenRejection,
  client: OAuthClientKind
): SetupRequired => {
  const prefix = client === "web" ? "GOOGLE_ADS_CLIENT" : "GOOGLE_ADS_DESKTOP_CLIENT"
  return new SetupRequired({
    code: error,
    message: `Google's login server refused this service (${message}). Its operator has to check ${prefix}_ID and ${prefix}_SECRET.`
  })
}

/**
 * Sends a form to the token endpoint as one of the service's OAuth clients. A failure means that the endpoint gave no
 * answer; a retry is safe for refresh tokens, but not for codes.
 */
export const makeTokenEndpoint =
  (settings: GoogleAdsSettings, http: HttpClient.HttpClient) =>
  <A, I>(
    kind: OAuthClientKind,
    form: Readonly<Record<string, string>>,
    schema: Schema.Schema<A, I>
  ): Effect.Effect<
    A | { readonly rejection: TokenRejection },
    RequestNotSent | QuotaExceeded | SetupRequired
  > =>
    Effect.gen(function* () {
      const client = yield* clientOf(settings, kind)
      const request = HttpClientRequest.post(settings.tokenUrl).pipe(
        HttpClientRequest.bodyUrlParams({
          ...form,
          client_id: client.id,
          client_secret: Redacted.value(client.secret)
        })
      )
      const { body, status } = yield* http.execute(request).pipe(
        Effect.flatMap((response) =>
          Effect.map(response.text, (body) => ({ body, status: response.status }))
        ),
        Effect.mapError((error) => new RequestNotSent({ message: transportFailure(error).message })),
        Effect.timeoutFail({
          duration: Math.min(settings.timeoutMillis, 15_000),
          onTimeout: () => new RequestNotSent({ message: "The login server did not answer in time." })
        })
      )
      if (status === 200) {
        return yield* Effect.mapError(
          parseJson(schema, body),
          () => new RequestNotSent({ message: "The login server's answer cannot be read." })
        )
      }
      if (status === 429) return yield* new QuotaExceeded({ message: "The login server asks for patience." })
      if (status >= 500) return yield* new RequestNotSent({ message: `The login server answered ${status}.` })
      return { rejection: yield* readRejection(status, body) }
    })

export type TokenEndpoint = ReturnType<typeof makeTokenEndpoint>

const TokenResponse = Schema.Struct({
  access_token: Schema.Redacted(Schema.String),
  expires_in: Schema.Number
})

type Failure = RequestNotSent | QuotaExceeded | ConnectionBroken | SetupRequired

/** A grant, compared by value: connecting a login again creates another one. */
class Grant extends Data.Class<{
  readonly organizationId: number
  readonly loginId: number
  readonly client: OAuthClientKind
  readonly sealed: string
}> {}

const grantOf = ({ client, loginId, organizationId, sealedToken }: PlatformLogin) =>
  new Grant({ organizationId, loginId, client, sealed: Buffer.from(sealedToken).toString("base64") })

/** A token is replaced this long before it expires, so that none expires during a request. */
const marginSeconds = 60

/* If obtaining a token fails, the call that needs it was never sent, so a retry is safe. */
interface AccessTokensShape {
  readonly get: (login: PlatformLogin) => Effect.Effect<Redacted.Redacted, Failure>
  readonly forget: (login: PlatformLogin) => Effect.Effect<void>
}

/**
 * Caches access tokens in memory until shortly before they expire. Concurrent callers share one token
 * request.
 */
export const makeAccessTokens = (tokenEndpoint: TokenEndpoint) =>
  Effect.gen(function* () {
    const logins = yield* PlatformLogins
    const refresh = (grant: Grant) =>
      Effect.gen(function* () {
        const sealedToken = Buffer.from(grant.sealed, "base64")
        const token = yield* logins.refreshToken({ ...grant, sealedToken })
        const form = { grant_type: "refresh_token", refresh_token: Redacted.value(token) }
        const answer = yield* tokenEndpoint(grant.client, form, TokenResponse)
        if (!("rejection" in answer)) return answer
        const { error, message } = answer.rejection
        return yield* error === "invalid_grant"
          ? new ConnectionBroken({ platform: label, code: error, message })
          : clientRejected(answer.rejection, grant.client)
      }).pipe(Effect.withSpan("GoogleAds.refresh"))
    // The first caller may be interrupted while others wait, so the request does not belong to its fiber.
    const lookup = (grant: Grant) =>
      Effect.forkDaemon(Effect.interruptible(refresh(grant))).pipe(
        Effect.flatMap(Fiber.join),
        Effect.uninterruptible
      )
    const cache = yield* Cache.makeWith({
      capacity: 10_000,
      lookup,
      timeToLive: (exit) =>
        Exit.isSuccess(exit)
          ? Duration.seconds(Math.max(1, exit.value.expires_in - marginSeconds))
          : Duration.zero
    })
    const tokens: AccessTokensShape = {
      get: (login) => Effect.map(cache.get(grantOf(login)), ({ access_token }) => access_token),
      forget: (login) => cache.invalidate(grantOf(login))
    }
    return tokens
  })
