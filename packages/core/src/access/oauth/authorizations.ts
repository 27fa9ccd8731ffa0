import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect, Layer } from "effect"
import {
  type EffectiveRole,
  type Role,
  randomId,
  roleFor,
  type Scope,
  sortScopes
} from "../../contract/index.ts"
import { Settings } from "../../settings.ts"
import { runSql } from "../../storage/index.ts"
import { effectiveRolesOf } from "../membership.ts"
import { hashSecret } from "../secrets.ts"
import {
  type AuthorizationRequest,
  authorizationRequest,
  authorizationResponseUrl,
  clientIdOf,
  redirectError
} from "./authorization-request.ts"
import { Clients } from "./clients.ts"
import { wasConnectedBefore } from "./connections.ts"
import { type Lifetimes, lifetimesOf, newAuthorizationCode } from "./issue.ts"
import { OAuthError, oauthError } from "./oauth-error.ts"
import { grantableScopes, type Parameters } from "./parameters.ts"

/** A code that a person copies to a program that the browser cannot reach, with the program's state. */
export interface ManualCode {
  readonly code: string
  readonly state: string
}

const shape = /^[A-Za-z0-9_-]{8,256}$/

/**
 * The message for each error of an authorization response. The description in the URL is never shown: anyone
 * can write one, and it would look like our own text.
 */
const errorMessages: Partial<Record<string, string>> = {
  access_denied: "You declined.",
  invalid_client: "The program that asked for access is not known here.",
  invalid_request: "The program sent a request that is not accepted here.",
  invalid_scope: "The program asked for a permission that does not exist.",
  invalid_target: "The program asked for access to another service.",
  server_error: "The service could not finish the request.",
  temporarily_unavailable: "The service is not available at the moment.",
  unauthorized_client: "The program is not allowed to ask for access.",
  unsupported_response_type: "The program asked for a kind of answer that is not offered here."
}

const unknownErrorMessage = "The program could not be connected."

const errorMessageOf = (error: string): string =>
  Object.hasOwn(errorMessages, error) ? (errorMessages[error] ?? unknownErrorMessage) : unknownErrorMessage

/**
 * Reads the authorization response from the URL of the code page. The code is shown only if the response
 * names us as issuer (RFC 9207): the person who pastes it cannot see its origin.
 */
export const readManualCode = (parameters: Parameters, issuer: string): ManualCode | OAuthError => {
  const error = parameters.get("error")
  if (error === "access_denied") return oauthError(error, errorMessageOf(error))
  if (parameters.get("iss") !== issuer)
    return oauthError("invalid_request", "This link was not issued by this service.")
  if (error !== null) return oauthError("invalid_request", errorMessageOf(error))
  const [code, state] = [parameters.get("code"), parameters.get("state")]
  return code !== null && state !== null && shape.test(code) && shape.test(state)
    ? { code, state }
    : oauthError("invalid_request", "This link contains no code.")
}

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

/** A scope on the consent page. */
export interface OfferedScope {
  readonly scope: Scope
  /** The required role if the person has it in no organization. The scope then stays unchecked. */
  readonly missingRole: Role | null
}

/** The content of the consent page. It is shown every time: an earlier connection does not skip it. */
export interface Offer {
  /** The person's email. */
  readonly person: string
  readonly request: AuthorizationRequest
  readonly scopes: ReadonlyArray<OfferedScope>
}

/** The decision is invalid, and the page asks again. */
export class InvalidConsent extends Data.TaggedError("invalid_consent")<{
  readonly statusCode: number
  readonly errorCode: "invalid_scope"
  readonly offer: Offer
  readonly problem: string
}> {}

const makeOffer = (
  person: string,
  effectiveRoles: ReadonlyArray<EffectiveRole>,
  request: AuthorizationRequest
): Offer => {
  const allowed = grantableScopes(effectiveRoles)
  return {
    person,
    request,
    scopes: request.scopes.map((scope) => ({
      scope,
      missingRole: allowed.has(scope) ? null : roleFor(scope)
    }))
  }
}

/**
 * The granted scopes: the offered scopes that the person left checked. No scope is removed silently: one that
 * exceeds all of the person's roles fails the approval. Otherwise people would believe that they granted it.
 */
const grantedScopes = (
  offer: Offer,
  checked: ReadonlyArray<string>
): ReadonlyArray<Scope> | InvalidConsent => {
  const invalidConsent = (problem: string) =>
    new InvalidConsent({ statusCode: 400, errorCode: "invalid_scope", offer, problem })
  const chosen = offer.scopes.filter(({ scope }) => checked.includes(scope))
  if (chosen.length < new Set(checked).size) {
    return invalidConsent("Something was checked that the app did not ask for. Nothing was approved.")
  }
  const notAllowed = chosen.filter((each) => each.missingRole !== null).map(({ scope }) => scope)
  if (notAllowed.length > 0) {
    return invalidConsent(
      `Your roles do not allow ${notAllowed.join(", ")}. Uncheck what they do not allow, then approve.`
    )
  }
  if (chosen.length === 0)
    return invalidConsent("Nothing is checked. Leave at least one scope checked, or decline.")
  return sortScopes(chosen.map(({ scope }) => scope))
}

/**
 * Creates or replaces the connection of the person and the client, and issues a code. It is held as before. Existing sessions get
 * the new scopes when they refresh.
 */
const approve = (
  userId: number,
  request: AuthorizationRequest,
  scopes: ReadonlyArray<Scope>,
  { authorizationCodeSeconds }: Pick<Lifetimes, "authorizationCodeSeconds">
): Effect.Effect<string, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, challenge, client, redirectUri } = request
    const rows = yield* runSql<{ id: string }>`
      insert into oauth_connections as c (id, user_id, client_id, scopes, approvals)
      values (${randomId("con")}, ${userId}, ${client.id}, ${scopes}, coalesce(
        (select approvals from oauth_connections where user_id = ${userId} and client_id = ${client.id}
          order by created_at desc limit 1), 'organization'))
      on conflict (user_id, client_id) where ended_at is null
      do update set scopes = excluded.scopes, updated_at = excluded.updated_at,
        last_refreshed_at = excluded.last_refreshed_at
      returning id`
    const code = newAuthorizationCode()
    yield* runSql`insert into oauth_authorization_codes
        (hash, connection_id, redirect_uri, code_challenge, audience, expires_at)
      values (${hashSecret(code)}, ${rows[0]!.id}, ${redirectUri}, ${challenge}, ${audience},
        now() + ${authorizationCodeSeconds}::int * interval '1 second')`
    return authorizationResponseUrl(request, { code })
  })
