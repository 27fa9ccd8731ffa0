import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  type CredentialApprovals,
  isStricter,
  NotFound,
  RoleDenied,
  type Scope,
  ValidationError
} from "../../contract/index.ts"
import { bindStatement, runSql, statement } from "../../storage/index.ts"
import { type Client, clientHostOf } from "./client.ts"
import { endSession, hashPresentedSecret } from "./issue.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"
import { type Parameters, repeatedParameterError } from "./parameters.ts"

/** A connected app, as its person sees it. */
export interface ConnectionRow {
  readonly id: string
  readonly client: string
  /** The host that vouches for the name; null for a self-registered app. */
  readonly client_host: string | null
  readonly redirect_hosts: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<Scope>
  readonly approvals: CredentialApprovals
  readonly connected_at: string
  /** When it last received new tokens. */
  readonly last_refreshed_at: string
  readonly sessions: number
}

interface StoredConnection extends Omit<ConnectionRow, "client_host" | "redirect_hosts"> {
  readonly client_id: string
  readonly kind: Client["kind"]
  readonly redirect_uris: ReadonlyArray<string>
}

const connectionRowOf = ({ client_id, kind, redirect_uris, ...row }: StoredConnection): ConnectionRow => ({
  ...row,
  client_host: clientHostOf({ id: client_id, kind }),
  redirect_hosts: [...new Set(redirect_uris.map((uri) => new URL(uri).host))]
})

const connectionId = /^con_[0-9A-Za-z]{1,64}$/

const listStatement = statement(`
select c.id, l.name as client, l.id as client_id, l.kind, l.redirect_uris, c.scopes, c.approvals, c.created_at as connected_at,
  c.last_refreshed_at,
  (select count(*) from oauth_sessions s where s.connection_id = c.id and s.ended_at is null) as sessions
from oauth_connections c join oauth_clients l on l.id = c.client_id
where c.user_id = $1 and c.ended_at is null
order by c.created_at, c.id`)

const endStatement = statement(`
update oauth_connections set ended_at = clock_timestamp(), ended_reason = 'revoked'
where id = $1 and user_id = $2 and ended_at is null returning id`)

const endAllStatement = statement(`
update oauth_connections set ended_at = clock_timestamp(), ended_reason = $2
where user_id = $1 and ended_at is null returning id`)

const everConnectedStatement = statement(
  "select 1 as found from oauth_connections where user_id = $1 and client_id = $2 limit 1"
)

/** Whether a person has approved this client before, even if the connection has ended. */
export const wasConnectedBefore = (
  userId: number,
  clientId: string
): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.map(runSql(bindStatement(everConnectedStatement, [userId, clientId])), (rows) => rows.length > 0)

/** Ends all connections of a person, in the open transaction if there is one. Returns their number. */
export const endConnectionsOf = (
  userId: number,
  reason: string
): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.map(runSql(bindStatement(endAllStatement, [userId, reason])), (ended) => ended.length)

/** Finds the session and person of a token, whether or not it is still valid. */
const sessionStatement = statement(`
select t.session_id, c.client_id
from (select session_id from oauth_access_tokens where hash = $1
  union all select session_id from oauth_refresh_tokens where hash = $1) t
join oauth_sessions s on s.id = t.session_id
join oauth_connections c on c.id = s.connection_id`)

/**
 * Revokes a token (RFC 7009): its session ends, and the connection ends with its last session. An unknown
 * token is not an error. Another client's token stays unchanged.
 */
const revokeToken = (
  parameters: Parameters
): Effect.Effect<OAuthError | null, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const problem = repeatedParameterError(parameters)
    if (problem !== null) return problem
    const [clientId, token] = [parameters.get("client_id"), parameters.get("token")]
    if (clientId === null || token === null) return oauthError("invalid_request", "Send token and client_id.")
    const hash = hashPresentedSecret(token)
    if (hash === null) return null
    const session = bindStatement<{ session_id: string; client_id: string }>(sessionStatement, [hash])
    const [found] = yield* runSql(session)
    if (found === undefined) return null
    if (found.client_id !== clientId)
      return oauthError("invalid_grant", "The token was issued to another client.")
    yield* endSession(found.session_id, "revoked")
    return null
  })

const approvalsStatement = statement(`
select c.approvals, not exists (
    select 1 from memberships m where m.user_id = c.user_id and m.role <> 'owner') as owns_all
from oauth_connections c where c.id = $1 and c.user_id = $2 and c.ended_at is null for no key update of c`)

const setApprovalsStatement = statement("update oauth_connections set approvals = $2 where id = $1")

/**
 * Changes how an app is held, in all organizations of its person. They tighten it; to loosen it, they must own all of
 * these organizations. Requires an open transaction.
 */
const setApprovals = (
  userId: number,
  connection: string,
  approvals: CredentialApprovals,
  direction: "tighten" | "loosen"
) =>
  Effect.gen(function* () {
    const [found] = yield* runSql(
      bindStatement<{ approvals: CredentialApprovals; owns_all: boolean }>(approvalsStatement, [
        connection,
        userId
      ])
    )
    if (found === undefined) return yield* new NotFound({ what: "The connected app" })
    if (found.approvals === approvals) return
    if (direction === "loosen" && !found.owns_all) return yield* new RoleDenied({ required_role: "owner" })
    if (direction === "tighten" && !isStricter(approvals, found.approvals))
      return yield* new ValidationError({
        fields: [{ path: "approvals", message: "must hold more than now" }]
      })
    yield* runSql(bindStatement(setApprovalsStatement, [connection, approvals]))
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const provideSql = Effect.provideService(SqlClient.SqlClient, sql)
  return {
    list: (userId: number) =>
      Effect.map(provideSql(runSql(bindStatement<StoredConnection>(listStatement, [userId]))), (rows) =>
        rows.map(connectionRowOf)
      ),
    end: (userId: number, connection: string) =>
      Effect.gen(function* () {
        const [ended] = connectionId.test(connection)
          ? yield* provideSql(runSql(bindStatement(endStatement, [connection, userId])))
          : []
        if (ended !== undefined) return
        return yield* new NotFound({
          what: "The connected app",
          next: "List the connected apps that are there."
        })
      }),
    setApprovals: (
      userId: number,
      connection: string,
      approvals: CredentialApprovals,
      direction: "tighten" | "loosen"
    ) => setApprovals(userId, connection, approvals, direction),
    endAll: (userId: number, reason: string) => provideSql(endConnectionsOf(userId, reason)),
    introspect: (parameters: Parameters) => provideSql(introspect(parameters)),
    revokeToken: (parameters: Parameters) => provideSql(revokeToken(parameters))
  }
})

/** The apps that people have connected. */
export class Connections extends Context.Tag("@adwarden/OAuthConnections")<
  Connections,
  {
    readonly list: (userId: number) => Effect.Effect<ReadonlyArray<ConnectionRow>, SqlError>
    /** Ends a connection with all its sessions and tokens at once. */
    readonly end: (userId: number, connection: string) => Effect.Effect<void, NotFound | SqlError>
    /** Changes how an app is held. Requires an open transaction. */
    readonly setApprovals: (
      userId: number,
      connection: string,
      approvals: CredentialApprovals,
      direction: "tighten" | "loosen"
    ) => Effect.Effect<void, NotFound | RoleDenied | ValidationError | SqlError, SqlClient.SqlClient>
    /** Ends all connections of a person. Returns their number. */
    readonly endAll: (userId: number, reason: string) => Effect.Effect<number, SqlError>
    /** The response of the introspection endpoint for a client's own token. */
    readonly introspect: (parameters: Parameters) => Effect.Effect<Introspection, OAuthError | SqlError>
    /**
     * Revokes a token for the revocation endpoint. Returns null or the error. Requires an open transaction.
     */
    readonly revokeToken: (parameters: Parameters) => Effect.Effect<OAuthError | null, SqlError>
  }
>() {
  static readonly layer: Layer.Layer<Connections, never, SqlClient.SqlClient> = Layer.effect(
    Connections,
    make
  )
}

/** A token's state in the format of RFC 7662. An invalid token is only reported as inactive. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true
      readonly token_type: "Bearer"
      readonly client_id: string
      /** Email of the token's person. */
      readonly username: string
      readonly scope: string
      readonly aud: string
      readonly exp: number
    }

interface ActiveToken {
  readonly client_id: string
  readonly username: string
  readonly scope: string
  readonly aud: string
  readonly exp: number
}

const liveToken = statement(`
select c.client_id, u.email as username, array_to_string(t.scopes, ' ') as scope, t.audience as aud,
  extract(epoch from t.expires_at)::int as exp
from oauth_access_tokens t
join oauth_sessions s on s.id = t.session_id
join oauth_connections c on c.id = s.connection_id
join users u on u.id = t.user_id
where t.hash = $1 and c.client_id = $2 and t.expires_at > clock_timestamp()
  and coalesce(t.ended_at, s.ended_at, c.ended_at, u.disabled_at) is null`)

/**
 * Introspects an access token for the client that it was issued to. A program uses it to identify the
 * signed-in person. Another client's token is reported as inactive.
 */
export const introspect = (
  parameters: Parameters
): Effect.Effect<Introspection, OAuthError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const problem = repeatedParameterError(parameters)
    if (problem !== null) return yield* problem
    const [clientId, token] = [parameters.get("client_id"), parameters.get("token")]
    if (clientId === null || token === null) {
      return yield* oauthError("invalid_request", "Send token and client_id.")
    }
    const hash = hashPresentedSecret(token)
    if (hash === null) return { active: false }
    const [found] = yield* runSql(bindStatement<ActiveToken>(liveToken, [hash, clientId]))
    return found === undefined ? { active: false } : { active: true, token_type: "Bearer", ...found }
  })
