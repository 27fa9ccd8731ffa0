import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import {
  type EffectiveRole,
  type Role,
  randomId,
  roleFor,
  type Scope,
  sortScopes
} from "../../contract/index.ts"
import { runSql } from "../../storage/index.ts"
import { hashSecret } from "../secrets.ts"
import { type AuthorizationRequest, authorizationResponseUrl } from "./authorization-request.ts"
import type { Lifetimes } from "./lifetimes.ts"
import { grantableScopes } from "./scopes.ts"
import { newAuthorizationCode } from "./secrets.ts"

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

export const makeOffer = (
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
export const grantedScopes = (
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
 * Creates or replaces the connection of the person and the client, and issues a code. Existing sessions get
 * the new scopes when they refresh.
 */
export const approve = (
  userId: number,
  request: AuthorizationRequest,
  scopes: ReadonlyArray<Scope>,
  { authorizationCodeSeconds }: Pick<Lifetimes, "authorizationCodeSeconds">
): Effect.Effect<string, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, challenge, client, redirectUri } = request
    const rows = yield* runSql<{ id: string }>`
      insert into oauth_connections as c (id, user_id, client_id, scopes)
      values (${randomId("con")}, ${userId}, ${client.id}, ${scopes})
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
