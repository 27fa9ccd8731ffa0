import { Cache, Data, Duration, Effect, Exit, Fiber, Redacted, Schema } from "effect"
import { ConnectionBroken, type SetupRequired } from "../errors.ts"
import { PlatformLogins } from "../logins.ts"
import type { OAuthClientKind, PlatformLogin } from "../model/index.ts"
import { label, type QuotaExceeded, type RequestNotSent } from "./failures.ts"
import { clientRejected, type TokenEndpoint } from "./token-endpoint.ts"

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
