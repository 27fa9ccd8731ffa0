import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { Clients } from "./clients.ts"
import type { TokenOutcome } from "./issue.ts"
import { challengeOf, hashPresentedSecret } from "./issue.ts"
import { lifetimesOf } from "./lifetimes.ts"
import { OAuthError, oauthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"
import { audienceOf, parseScopes, repeatedParameterError } from "./parameters.ts"
import { redeemCode } from "./redeem-code.ts"
import { rotateRefresh } from "./rotate-refresh.ts"

const requiredParameter = (parameters: Parameters, name: string): string | OAuthError =>
  parameters.get(name) ?? oauthError("invalid_request", `${name} is missing.`)

const unknownClient = oauthError(
  "invalid_client",
  "This client is not known here. Register it, or have the person connect it."
)

type TokenEffect = Effect.Effect<TokenOutcome, SqlError>

const make: Effect.Effect<Grants["Type"], never, SqlClient.SqlClient | Settings | Clients> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const settings = yield* Settings
    const clients = yield* Clients
    const lifetimes = lifetimesOf(settings)
    const provideSql = Effect.provideService(SqlClient.SqlClient, sql)
    const refuse = (refusal: OAuthError): TokenEffect => Effect.succeed({ refusal })

    const exchangeCode = (parameters: Parameters, clientId: string, audience: string): TokenEffect => {
      const code = requiredParameter(parameters, "code")
      if (code instanceof OAuthError) return refuse(code)
      const verifier = requiredParameter(parameters, "code_verifier")
      if (verifier instanceof OAuthError) return refuse(verifier)
      const hash = hashPresentedSecret(code)
      if (hash === null) return refuse(oauthError("invalid_grant", "There is no such code."))
      const [challenge, redirectUri] = [challengeOf(verifier), parameters.get("redirect_uri")]
      return provideSql(redeemCode({ hash, clientId, challenge, audience, redirectUri }, lifetimes))
    }

    const exchangeRefreshToken = (
      parameters: Parameters,
      clientId: string,
      audience: string
    ): TokenEffect => {
      const token = requiredParameter(parameters, "refresh_token")
      if (token instanceof OAuthError) return refuse(token)
      const scopes = parseScopes(parameters.get("scope"))
      if (scopes instanceof OAuthError) return refuse(scopes)
      const hash = hashPresentedSecret(token)
      if (hash === null) return refuse(oauthError("invalid_grant", "There is no such refresh token."))
      return provideSql(rotateRefresh({ hash, clientId, audience, scopes }, lifetimes))
    }

    const outcomeOf = Effect.fnUntraced(function* (parameters: Parameters) {
      const problem = repeatedParameterError(parameters)
      if (problem !== null) return { refusal: problem }
      const clientId = requiredParameter(parameters, "client_id")
      if (clientId instanceof OAuthError) return { refusal: clientId }
      if ((yield* clients.findStored(clientId)) === null) return { refusal: unknownClient }
      const grant = requiredParameter(parameters, "grant_type")
      if (grant instanceof OAuthError) return { refusal: grant }
      const exchanges = { authorization_code: exchangeCode, refresh_token: exchangeRefreshToken }
      if (grant !== "authorization_code" && grant !== "refresh_token") {
        const supported = Object.keys(exchanges).join(" and ")
        return { refusal: oauthError("unsupported_grant_type", `Offered are ${supported}.`) }
      }
      const audience = audienceOf(settings, parameters)
      if (audience instanceof OAuthError) return { refusal: audience }
      return yield* exchanges[grant](parameters, clientId, audience)
    })

    return { exchange: (parameters) => Effect.withSpan(outcomeOf(parameters), "Grants.exchange") }
  }
)

/** Issues tokens for codes and refresh tokens. */
export class Grants extends Context.Tag("@adwarden/OAuthGrants")<
  Grants,
  {
    /**
     * Returns tokens or an error as a value, because writes made for an error must be committed too. Requires
     * an open transaction.
     */
    readonly exchange: (parameters: Parameters) => Effect.Effect<TokenOutcome, SqlError>
  }
>() {
  static readonly layer: Layer.Layer<Grants, never, SqlClient.SqlClient | Settings | Clients> = Layer.effect(
    Grants,
    make
  )
}
