import { Effect, Option, Redacted, Schema } from "effect"
import { PlatformRefused, PlatformUnreachable, type ReadFailure } from "../errors.ts"
import type { ConsentCode, ConsentGrant, ConsentRequest } from "../model.ts"
import type { GoogleAdsClient } from "./client.ts"
import { label } from "./failures.ts"
import { clientOf } from "./settings.ts"
import { clientRejected } from "./token-endpoint.ts"

const adsScope = "https://www.googleapis.com/auth/adwords"

/** The email identifies the login, and tells its own changes from those of others. */
const requestedScope = `${adsScope} openid email`

const Tokens = Schema.Struct({
  refresh_token: Schema.optional(Schema.Redacted(Schema.String)),
  refresh_token_expires_in: Schema.optional(Schema.Number),
  scope: Schema.optionalWith(Schema.String, { default: () => "" }),
  id_token: Schema.optional(Schema.String)
})

const Claims = Schema.parseJson(
  Schema.Struct({ email: Schema.String, email_verified: Schema.optional(Schema.Boolean) })
)

/** The email in an identity token. Google itself sent it over TLS, so its signature needs no check. */
const emailIn = (idToken: string | undefined): string | null => {
  const payload = Buffer.from(idToken?.split(".")[1] ?? "", "base64url").toString("utf8")
  const claims = Option.getOrNull(Schema.decodeUnknownOption(Claims)(payload))
  return claims?.email_verified === false ? null : (claims?.email ?? null)
}

const refuse = (code: string, message: string) => new PlatformRefused({ platform: label, code, message })

const grantOf = (
  tokens: typeof Tokens.Type,
  { client }: ConsentCode
): Effect.Effect<ConsentGrant, PlatformRefused> => {
  if (!tokens.scope.split(" ").includes(adsScope)) {
    return refuse(
      "scope_missing",
      "Access to Google Ads was not granted. Start again and leave its box checked on Google's page."
    )
  }
  if (tokens.refresh_token === undefined) {
    return refuse("refresh_token_missing", "Google granted no lasting access. Start again.")
  }
  return Effect.succeed({
    client,
    refreshToken: tokens.refresh_token,
    email: emailIn(tokens.id_token),
    lastsSeconds: tokens.refresh_token_expires_in ?? null
  })
}

/** The authorization code flow with PKCE (RFC 6749, 7636). */
export const makeConsent = ({ settings, tokenEndpoint }: GoogleAdsClient) => ({
  consentOrigin: new URL(settings.consentUrl).origin,

  consentAddress: ({ challenge, client: kind, loginHint, redirectUri, state }: ConsentRequest) =>
    Effect.map(clientOf(settings, kind), ({ id }) => {
      const parameters = {
        response_type: "code",
        client_id: id,
        redirect_uri: redirectUri,
        scope: requestedScope,
        state,
        // Without these, Google gives a refresh token at a person's first consent only.
        access_type: "offline",
        prompt: "consent",
        code_challenge: challenge,
        code_challenge_method: "S256",
        ...(loginHint === null ? {} : { login_hint: loginHint })
      }
      return `${settings.consentUrl}?${new URLSearchParams(parameters)}`
    }),

  redeemConsent: (code: ConsentCode): Effect.Effect<ConsentGrant, ReadFailure> =>
    Effect.gen(function* () {
      const form = {
        grant_type: "authorization_code",
        code: Redacted.value(code.code),
        code_verifier: Redacted.value(code.verifier),
        redirect_uri: code.redirectUri
      }
      const answer = yield* tokenEndpoint(code.client, form, Tokens)
      if (!("rejection" in answer)) return yield* grantOf(answer, code)
      return yield* answer.rejection.error === "invalid_grant"
        ? refuse("invalid_grant", "Google's code has expired or was used before. Start again.")
        : clientRejected(answer.rejection, code.client)
    }).pipe(
      Effect.catchTags({
        RequestNotSent: ({ message }) => new PlatformUnreachable({ platform: label, message }),
        QuotaExceeded: ({ message }) => new PlatformUnreachable({ platform: label, message })
      }),
      Effect.withSpan("GoogleAds.redeemConsent")
    )
})
