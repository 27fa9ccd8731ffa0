import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { effectiveRolesOf } from "../membership.ts"
import {
  type AuthorizationRequest,
  authorizationRequest,
  clientIdOf,
  redirectError
} from "./authorization-request.ts"
import { Clients } from "./clients.ts"
import { wasConnectedBefore } from "./connections.ts"
import { approve, grantedScopes, InvalidConsent, makeOffer, type Offer } from "./consent.ts"
import { lifetimesOf } from "./lifetimes.ts"
import { OAuthError, oauthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** A person's decision, as the form sends it. Only `allow` approves. */
export interface Decision {
  readonly allow: boolean
  readonly checked: ReadonlyArray<string>
}

/** The person who decides. */
interface ConsentingPerson {
  readonly userId: number
  readonly email: string
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const settings = yield* Settings
  const clients = yield* Clients
  const lifetimes = lifetimesOf(settings)
  const provideSql = Effect.provideService(SqlClient.SqlClient, sql)

  const request = Effect.fn("Authorizations.request")(function* (
    { userId }: Pick<ConsentingPerson, "userId">,
    parameters: Parameters
  ) {
    const id = clientIdOf(parameters)
    if (id instanceof OAuthError) return yield* id
    const client = yield* clients.resolve(id)
    const requesting = { client, connectedBefore: yield* provideSql(wasConnectedBefore(userId, client.id)) }
    const parsed = authorizationRequest(parameters, requesting, settings)
    if (parsed instanceof OAuthError) return yield* parsed
    return parsed
  })

  const offer = ({ email, userId }: ConsentingPerson, request: AuthorizationRequest) =>
    Effect.map(provideSql(effectiveRolesOf(userId)), (standings) => makeOffer(email, standings, request))

  return {
    request,
    offer,
    decide: Effect.fn("Authorizations.decide")(function* (
      person: ConsentingPerson,
      authorization: AuthorizationRequest,
      { allow, checked }: Decision
    ) {
      if (!allow)
        return yield* redirectError(authorization, oauthError("access_denied", "The person said no."))
      const scopes = grantedScopes(yield* offer(person, authorization), checked)
      if (scopes instanceof InvalidConsent) return yield* scopes
      return yield* provideSql(approve(person.userId, authorization, scopes, lifetimes))
    })
  }
})

/** Clients' authorization requests and people's decisions. */
export class Authorizations extends Context.Tag("@adwarden/OAuthAuthorizations")<
  Authorizations,
  {
    /**
     * Reads and checks a request for the person who decides. Only errors for a proven client are redirected
     * to it. The client can be a document that has to be fetched, so this requires a signed-in person.
     */
    readonly request: (
      person: Pick<ConsentingPerson, "userId">,
      parameters: Parameters
    ) => Effect.Effect<AuthorizationRequest, OAuthError | SqlError>
    readonly offer: (
      person: ConsentingPerson,
      request: AuthorizationRequest
    ) => Effect.Effect<Offer, SqlError>
    /** Returns the redirect URL with the client's code. */
    readonly decide: (
      person: ConsentingPerson,
      authorization: AuthorizationRequest,
      decision: Decision
    ) => Effect.Effect<string, OAuthError | InvalidConsent | SqlError>
  }
>() {
  static readonly layer: Layer.Layer<Authorizations, never, SqlClient.SqlClient | Settings | Clients> =
    Layer.effect(Authorizations, make)
}
