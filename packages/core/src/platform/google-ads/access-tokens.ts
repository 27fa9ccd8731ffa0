import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import { Cache, Data, Duration, Effect, Exit, Fiber, Redacted, Schema } from "effect"
import { ConnectionBroken, SetupRequired } from "../errors.ts"
import { PlatformLogins } from "../logins.ts"
import type { PlatformLogin } from "../model/index.ts"
import { label, QuotaExceeded, RequestNotSent } from "./failures.ts"
import type { GoogleAdsSettings } from "./settings.ts"
import { transportFailure } from "./transport.ts"

const TokenResponse = Schema.Struct({
  access_token: Schema.Redacted(Schema.String),
  expires_in: Schema.Number
})
const TokenError = Schema.Struct({
  error: Schema.String,
  error_description: Schema.optionalWith(Schema.String, { default: () => "" })
})

type Failure = RequestNotSent | QuotaExceeded | ConnectionBroken | SetupRequired

/** A grant, compared by value: connecting a login again creates another one. */
class Grant extends Data.Class<{
  readonly organizationId: number
  readonly loginId: number
  readonly sealed: string
}> {}

const grantOf = ({ loginId, organizationId, sealedToken }: PlatformLogin) =>
  new Grant({ organizationId, loginId, sealed: Buffer.from(sealedToken).toString("base64") })

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
export const makeAccessTokens = (settings: GoogleAdsSettings, client: HttpClient.HttpClient) =>
  Effect.gen(function* () {
    const logins = yield* PlatformLogins
    const refresh = (grant: Grant) =>
      Effect.gen(function* () {
        const sealedToken = Buffer.from(grant.sealed, "base64")
        const token = yield* logins.refreshToken({ ...grant, sealedToken })
        const request = HttpClientRequest.post(settings.tokenUrl).pipe(
          HttpClientRequest.bodyUrlParams({
            grant_type: "refresh_token",
            client_id: settings.clientId,
            client_secret: Redacted.value(settings.clientSecret),
            refresh_token: Redacted.value(token)
          })
        )
        const { body, status } = yield* client.execute(request).pipe(
          Effect.flatMap((response) =>
            Effect.map(response.text, (body) => ({ body, status: response.status }))
          ),
          Effect.mapError((error) => new RequestNotSent({ message: transportFailure(error).message })),
          Effect.timeoutFail({
            duration: Math.min(settings.timeoutMillis, 15_000),
            onTimeout: () => new RequestNotSent({ message: "The login server did not answer in time." })
          })
        )
        return yield* decodeTokenResponse(status, body)
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

const parseJson = <A, I>(schema: Schema.Schema<A, I>, body: string) =>
  Schema.decodeUnknown(Schema.parseJson(schema))(body)

const decodeTokenResponse = (
  status: number,
  body: string
): Effect.Effect<typeof TokenResponse.Type, Failure> => {
  if (status === 200) {
    return Effect.mapError(
      parseJson(TokenResponse, body),
      () => new RequestNotSent({ message: "The login server's answer cannot be read." })
    )
  }
  if (status === 429) return new QuotaExceeded({ message: "The login server asks for patience." })
  if (status >= 500) return new RequestNotSent({ message: `The login server answered ${status}.` })
  return parseJson(TokenError, body).pipe(
    Effect.catchAll(() => Effect.succeed({ error: `status_${status}`, error_description: "" })),
    Effect.flatMap(({ error, error_description }): Effect.Effect<never, Failure> => {
      const message = error_description === "" ? error : `${error}: ${error_description}`
      return error === "invalid_grant"
        ? new ConnectionBroken({ platform: label, code: error, message })
        : new SetupRequired({
            code: error,
            message: `Google's login server refused this service (${message}). Its operator has to check GOOGLE_ADS_CLIENT_ID and GOOGLE_ADS_CLIENT_SECRET.`
          })
    })
  )
}
