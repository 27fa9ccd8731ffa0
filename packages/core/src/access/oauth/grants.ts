import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { Clients } from "./clients.ts"
import { lifetimesOf } from "./lifetimes.ts"
import type { Parameters } from "./parameters.ts"
import { challengeOf } from "./pkce.ts"
import { redeemCode } from "./redeem-code.ts"
import { OAuthRefusal, refused } from "./refusal.ts"
import { audienceOf } from "./resources.ts"
import { rotateRefresh } from "./rotate-refresh.ts"
import { scopesNamed } from "./scopes.ts"
import { presentedHash } from "./secrets.ts"
import type { TokenOutcome } from "./token-answer.ts"

/** What the endpoints that programs call have in common: parameters sent once, by a client that is known. */
export const soundParameters = (parameters: Parameters): OAuthRefusal | null => {
  const repeated = parameters.repeated.find((name) => name !== "resource")
  return repeated === undefined
    ? null
    : refused("invalid_request", `${repeated.slice(0, 60)} was sent more than once.`)
}

const required = (parameters: Parameters, name: string): string | OAuthRefusal =>
  parameters.get(name) ?? refused("invalid_request", `${name} is missing.`)

const unknownClient = refused(
  "invalid_client",
  "This client is not known here. Register it, or have the person connect it."
)

type Outcome = Effect.Effect<TokenOutcome, SqlError>

const make: Effect.Effect<Grants["Type"], never, SqlClient.SqlClient | Settings | Clients> = Effect.gen(
  function* () {
    const sql = yield* SqlClient.SqlClient
    const settings = yield* Settings
    const clients = yield* Clients
    const lifetimes = lifetimesOf(settings)
    const here = Effect.provideService(SqlClient.SqlClient, sql)
    const no = (refusal: OAuthRefusal): Outcome => Effect.succeed({ refusal })

    const byCode = (parameters: Parameters, clientId: string, audience: string): Outcome => {
      const code = required(parameters, "code")
      if (code instanceof OAuthRefusal) return no(code)
      const verifier = required(parameters, "code_verifier")
      if (verifier instanceof OAuthRefusal) return no(verifier)
      const hash = presentedHash(code)
      if (hash === null) return no(refused("invalid_grant", "There is no such code."))
      const [challenge, redirectUri] = [challengeOf(verifier), parameters.get("redirect_uri")]
      return here(redeemCode({ hash, clientId, challenge, audience, redirectUri }, lifetimes))
    }

    const byRefreshToken = (parameters: Parameters, clientId: string, audience: string): Outcome => {
      const token = required(parameters, "refresh_token")
      if (token instanceof OAuthRefusal) return no(token)
      const scopes = scopesNamed(parameters.get("scope"))
      if (scopes instanceof OAuthRefusal) return no(scopes)
      const hash = presentedHash(token)
      if (hash === null) return no(refused("invalid_grant", "There is no such refresh token."))
      return here(rotateRefresh({ hash, clientId, audience, scopes }, lifetimes))
    }

    const outcomeOf = Effect.fnUntraced(function* (parameters: Parameters) {
      const problem = soundParameters(parameters)
      if (problem !== null) return { refusal: problem }
      const clientId = required(parameters, "client_id")
      if (clientId instanceof OAuthRefusal) return { refusal: clientId }
      if ((yield* clients.known(clientId)) === null) return { refusal: unknownClient }
      const grant = required(parameters, "grant_type")
      if (grant instanceof OAuthRefusal) return { refusal: grant }
      const by = { authorization_code: byCode, refresh_token: byRefreshToken }
      if (grant !== "authorization_code" && grant !== "refresh_token") {
        const offered = Object.keys(by).join(" and ")
        return { refusal: refused("unsupported_grant_type", `Offered are ${offered}.`) }
      }
      const audience = audienceOf(settings, parameters)
      if (audience instanceof OAuthRefusal) return { refusal: audience }
      return yield* by[grant](parameters, clientId, audience)
    })

    return { exchange: (parameters) => Effect.withSpan(outcomeOf(parameters), "Grants.exchange") }
  }
)

/** Gives out tokens for codes and for refresh tokens. */
export class Grants extends Context.Tag("@adwarden/OAuthGrants")<
  Grants,
  {
    /**
     * Tokens, or a refusal as a value: what it has written down is to be committed with it. To be run within a
     * transaction.
     */
    readonly exchange: (parameters: Parameters) => Effect.Effect<TokenOutcome, SqlError>
  }
>() {
  static readonly layer: Layer.Layer<Grants, never, SqlClient.SqlClient | Settings | Clients> = Layer.effect(
    Grants,
    make
  )
}
