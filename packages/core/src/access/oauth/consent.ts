import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import {
  inReadingOrder,
  type Role,
  randomId,
  roleFor,
  type Scope,
  type Standing
} from "../../contract/index.ts"
import { hashSecret } from "../secrets.ts"
import { type AuthorizationRequest, answerTo } from "./authorization-request.ts"
import type { Lifetimes } from "./lifetimes.ts"
import { grantable } from "./scopes.ts"
import { newCode } from "./secrets.ts"

/** A scope on the consent page. */
export interface OfferedScope {
  readonly scope: Scope
  /** The role that it takes, where the person has it nowhere: it has to stay unchecked. */
  readonly beyond: Role | null
}

/** What a person is asked. They are asked every time: nobody is connected because they once were. */
export interface Offer {
  /** Their e-mail. */
  readonly person: string
  readonly request: AuthorizationRequest
  readonly scopes: ReadonlyArray<OfferedScope>
}

/** The person's answer cannot be taken as it is; they are asked again. */
export class ConsentRefused extends Data.TaggedError("consent_refused")<{
  readonly statusCode: number
  readonly errorCode: "invalid_scope"
  readonly offer: Offer
  readonly problem: string
}> {}

export const offerTo = (
  person: string,
  standings: ReadonlyArray<Standing>,
  request: AuthorizationRequest
): Offer => {
  const allowed = grantable(standings)
  return {
    person,
    request,
    scopes: request.scopes.map((scope) => ({ scope, beyond: allowed.has(scope) ? null : roleFor(scope) }))
  }
}

/**
 * What the person grants: what they left checked of what was offered. Nothing is taken off silently. A scope that is
 * above all their roles fails the approval, so that nobody believes to have granted what they did not.
 */
export const granted = (
  offer: Offer,
  checked: ReadonlyArray<string>
): ReadonlyArray<Scope> | ConsentRefused => {
  const again = (problem: string) =>
    new ConsentRefused({ statusCode: 400, errorCode: "invalid_scope", offer, problem })
  const chosen = offer.scopes.filter(({ scope }) => checked.includes(scope))
  if (chosen.length < new Set(checked).size) {
    return again("Something was checked that the app did not ask for. Nothing was approved.")
  }
  const beyond = chosen.filter((each) => each.beyond !== null).map(({ scope }) => scope)
  if (beyond.length > 0) {
    return again(
      `Your roles do not allow ${beyond.join(", ")}. Uncheck what they do not allow, then approve.`
    )
  }
  if (chosen.length === 0) return again("Nothing is checked. Leave at least one scope checked, or decline.")
  return inReadingOrder(chosen.map(({ scope }) => scope))
}

/**
 * Connects the person and the client, or replaces what they are connected for, and gives out a code. Sessions that
 * are there already take the new scopes up when they refresh.
 */
export const approve = (
  userId: number,
  request: AuthorizationRequest,
  scopes: ReadonlyArray<Scope>,
  { authorizationCodeSeconds }: Pick<Lifetimes, "authorizationCodeSeconds">
): Effect.Effect<string, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { audience, challenge, client, redirectUri } = request
    const rows = yield* sql<{ id: string }>`
      insert into oauth_connections as c (id, user_id, client_id, scopes)
      values (${randomId("con")}, ${userId}, ${client.id}, ${scopes})
      on conflict (user_id, client_id) where ended_at is null
      do update set scopes = excluded.scopes, updated_at = excluded.updated_at,
        last_refreshed_at = excluded.last_refreshed_at
      returning id`
    const code = newCode()
    yield* sql`insert into oauth_authorization_codes
        (hash, connection_id, redirect_uri, code_challenge, audience, expires_at)
      values (${hashSecret(code)}, ${rows[0]!.id}, ${redirectUri}, ${challenge}, ${audience},
        now() + ${authorizationCodeSeconds}::int * interval '1 second')`
    return answerTo(request, { code })
  })
