import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type EffectiveRole, randomId, type Scope } from "../../contract/index.ts"
import { Settings } from "../../settings.ts"
import {
  type BoundStatement,
  bindStatement,
  makePlanningReader,
  runSql,
  statement
} from "../../storage/index.ts"
import { effectiveRolesQuery } from "../membership.ts"
import { Clients } from "./clients.ts"
import {
  challengeOf,
  endSession,
  graceSeconds,
  hashPresentedSecret,
  issuedTokens,
  issueStatement,
  type Lifetimes,
  lifetimesOf,
  prepareTokens,
  type TokenOutcome
} from "./issue.ts"
import { OAuthError, oauthError, withActor } from "./oauth-error.ts"
import {
  audienceOf,
  grantableScopes,
  type Parameters,
  parseScopes,
  repeatedParameterError
} from "./parameters.ts"

interface PresentedCode {
  readonly hash: Buffer
  readonly clientId: string
  /** The challenge computed from the client's verifier; null for an invalid verifier. */
  readonly challenge: string | null
  readonly audience: string
  /** OAuth 2.1 no longer requires it here. If it is sent, it must equal the redirect URI of the code. */
  readonly redirectUri: string | null
}

/** One statement checks every condition and redeems the code, so a failed check redeems nothing. */
const redeemStatement = issueStatement(
  "select $6::text as session_id, connection_id, user_id, audience, scopes, null::bytea as parent from redeemed",
  `redeemed as (
  update oauth_authorization_codes k set redeemed_at = clock_timestamp(), session_id = $6
  from oauth_connections c
  where k.hash = $7 and k.redeemed_at is null and k.expires_at > clock_timestamp()
    and k.code_challenge = $8 and k.audience = $9 and ($10::text is null or k.redirect_uri = $10)
    and c.id = k.connection_id and c.client_id = $11 and c.ended_at is null and c.scopes && $5::text[]
  returning k.connection_id, k.audience, c.user_id, c.scopes
), opened as (insert into oauth_sessions (id, connection_id) select $6, connection_id from redeemed), `
)

interface CodeRow {
  readonly email: string
  readonly standings: ReadonlyArray<EffectiveRole>
  readonly client_id: string
  readonly code_challenge: string
  readonly audience: string
  readonly redirect_uri: string
  readonly expired: boolean
  readonly ended: boolean
  /** Set once the code was redeemed. */
  readonly session_id: string | null
}

const codeStatement = statement(`
select u.email, c.client_id, k.code_challenge, k.audience, k.redirect_uri, k.session_id,
  k.expires_at <= clock_timestamp() as expired, c.ended_at is not null or u.disabled_at is not null as ended,
  case when u.disabled_at is null then array(${effectiveRolesQuery("u.id")}) else '{}' end as standings
from oauth_authorization_codes k
join oauth_connections c on c.id = k.connection_id
join users u on u.id = c.user_id
where k.hash = $1`)

const restartHint = "Send the person to the authorization endpoint again."

/** Why a code was not redeemed. Details are returned only to the client that the code was issued to. */
const redeemError = (row: CodeRow | undefined, presented: PresentedCode): OAuthError => {
  if (row === undefined || row.client_id !== presented.clientId) {
    return oauthError("invalid_grant", `There is no such code of this client. ${restartHint}`)
  }
  if (row.expired) return oauthError("invalid_grant", `The code has expired. ${restartHint}`)
  if (row.code_challenge !== presented.challenge) {
    return oauthError("invalid_grant", "The code_verifier does not match the code_challenge.")
  }
  if (presented.redirectUri !== null && row.redirect_uri !== presented.redirectUri) {
    return oauthError("invalid_grant", "The redirect_uri is not the one that the code was sent to.")
  }
  if (row.audience !== presented.audience) {
    return oauthError(
      "invalid_target",
      "The code is for another resource: send the one that the person was asked for."
    )
  }
  const why = row.ended
    ? "The connection was ended."
    : "The person's roles allow nothing of what was approved."
  return oauthError("invalid_grant", `${why} ${restartHint}`)
}

/**
 * Exchanges a code for a session, once. A code presented again has leaked, so its tokens are revoked.
 * Requires an open transaction, which also commits on an error.
 */
const redeemCode = (
  presented: PresentedCode,
  lifetimes: Lifetimes
): Effect.Effect<TokenOutcome, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, challenge, clientId, hash, redirectUri } = presented
    const readCode = Effect.map(runSql(bindStatement<CodeRow>(codeStatement, [hash])), ([row]) => row)
    const before = yield* readCode
    const allowed = grantableScopes(before?.standings ?? [])
    const values = [randomId("ses"), hash, challenge, audience, redirectUri, clientId]
    const tokens = prepareTokens(redeemStatement, lifetimes, allowed, values)
    const [issued] = yield* runSql(tokens.bound)
    if (issued !== undefined && before !== undefined) {
      return issuedTokens(tokens, issued, lifetimes.accessTokenSeconds, before.email)
    }
    // Read again: a concurrent request can have redeemed it first.
    const row = yield* readCode
    if (row === undefined) return { refusal: redeemError(row, presented) }
    if (row.session_id === null) return { refusal: withActor(redeemError(row, presented), row.email) }
    yield* endSession(row.session_id, "code_replayed")
    const replayMessage = `The code was redeemed before, so everything that was given out for it is revoked. ${restartHint}`
    return { refusal: withActor(oauthError("invalid_grant", replayMessage), row.email) }
  })

/** Whether the token in `row` was replaced less than the grace period ago. */
const inGrace = (row: string): string =>
  `${row}.replaced_at > clock_timestamp() - interval '${graceSeconds} seconds'`

/*
 * Refreshes of one connection run one after the other. Without this lock, two branches that refresh at the same
 * moment would both continue. The connection is locked before its sessions and tokens, as `endSession` does.
 */
const lockStatement = statement(`
select c.id from oauth_refresh_tokens r join oauth_sessions s on s.id = r.session_id
join oauth_connections c on c.id = s.connection_id
where r.hash = $1 for no key update of c`)

/** Locks the connection that a refresh token belongs to until the transaction ends. */
const lockConnectionOf = (hash: Buffer): BoundStatement<{ readonly id: string }> =>
  bindStatement(lockStatement, [hash])

/*
 * `line` holds the ancestors of the refreshed token that are still within their grace period, and the first one that is
 * not. An ancestor is always replaced before its descendants, so the walk up ends after a minute's worth of tokens.
 */
const revokeOthersStatement = statement(`
with recursive line (hash, parent_hash) as (
  select hash, parent_hash from oauth_refresh_tokens where hash = $1
  union all
  select r.hash, case when ${inGrace("r")} then r.parent_hash end
  from oauth_refresh_tokens r join line on r.hash = line.parent_hash
), revoked as (
  update oauth_refresh_tokens o set revoked_at = clock_timestamp()
  where o.session_id = $2 and o.revoked_at is null and (o.replaced_at is null or ${inGrace("o")})
    and o.hash <> $3 and o.hash not in (select hash from line)
  returning o.hash
)
update oauth_access_tokens t set ended_at = clock_timestamp()
where t.session_id = $2 and t.ended_at is null and t.refresh_hash in (select hash from revoked)`)

/**
 * Revokes every other branch of a session: refresh tokens that could still be used and are neither the refreshed token,
 * its ancestors nor its replacement, with the access tokens that were issued with them.
 */
const revokeOtherBranches = (
  session: string,
  { refreshed, replacement }: { readonly refreshed: Buffer; readonly replacement: Buffer }
): BoundStatement<object> => bindStatement(revokeOthersStatement, [refreshed, session, replacement])

interface PresentedRefreshToken {
  readonly hash: Buffer
  readonly clientId: string
  readonly audience: string
  /** A subset of the connection's scopes for this token; null for all of them. */
  readonly scopes: ReadonlyArray<Scope> | null
}

const replacedInGrace = inGrace("r")
const idle = "c.last_refreshed_at <= clock_timestamp() - $4::float8 * interval '1 day'"

/** `replaced_at` is set once and stays: the grace period starts with the first use. */
const rotateStatement = issueStatement(
  "select session_id, connection_id, user_id, audience, scopes, hash as parent from rotated",
  `rotated as (
  update oauth_refresh_tokens r set replaced_at = coalesce(r.replaced_at, clock_timestamp())
  from oauth_sessions s join oauth_connections c on c.id = s.connection_id
  where r.hash = $6 and s.id = r.session_id and c.client_id = $7 and r.audience = $8
    and s.ended_at is null and c.ended_at is null and not (${idle})
    and r.revoked_at is null
    and (${replacedInGrace} or r.replaced_at is null and r.expires_at > clock_timestamp())
    and $9::text[] <@ c.scopes and c.scopes && $5::text[]
  returning r.hash, r.session_id, s.connection_id, c.user_id, r.audience, c.scopes
), `
)

interface RefreshRow {
  readonly session_id: string
  readonly email: string
  readonly standings: ReadonlyArray<EffectiveRole>
  readonly scopes: ReadonlyArray<Scope>
  readonly client_id: string
  readonly audience: string
  /** Whether this is the first use, which revokes the other branches. */
  readonly unused: boolean
  /** Whether another branch of the session was refreshed. */
  readonly revoked: boolean
  readonly replayed: boolean
  readonly expired: boolean
  readonly ended: boolean
}

const refreshStatement = statement(`
select u.email, r.session_id, c.client_id, c.scopes, r.audience, r.replaced_at is null as unused,
  r.revoked_at is not null as revoked,
  r.replaced_at is not null and not (${replacedInGrace})
    or coalesce(r.revoked_at <= clock_timestamp() - interval '${graceSeconds} seconds', false) as replayed,
  r.expires_at <= clock_timestamp() or ${idle.replace("$4", "$2")} as expired,
  coalesce(s.ended_at, c.ended_at, u.disabled_at) is not null as ended,
  case when u.disabled_at is null then array(${effectiveRolesQuery("u.id")}) else '{}' end as standings
from oauth_refresh_tokens r
join oauth_sessions s on s.id = r.session_id
join oauth_connections c on c.id = s.connection_id
join users u on u.id = c.user_id
where r.hash = $1`)

const reconnectHint = "Have the person connect again."

/** Why a token was not refreshed, other than for a replay. */
const refreshError = (row: RefreshRow, presented: PresentedRefreshToken): OAuthError => {
  if (row.audience !== presented.audience) {
    return oauthError(
      "invalid_target",
      "The token is for another resource: send the one that it was issued for."
    )
  }
  if (row.revoked) {
    return oauthError(
      "invalid_grant",
      "The token it replaced was used twice, and the client continued with the other answer. Use the newest refresh token."
    )
  }
  if (row.expired)
    return oauthError("invalid_grant", `The connection was not refreshed for too long. ${reconnectHint}`)
  if (presented.scopes?.some((scope) => !row.scopes.includes(scope))) {
    return oauthError(
      "invalid_scope",
      `A refresh cannot widen what was approved: ${row.scopes.join(" ")}. ${reconnectHint}`
    )
  }
  return oauthError(
    "invalid_grant",
    `The person's roles allow nothing of what was approved. ${reconnectHint}`
  )
}

/**
 * Issues new tokens for a refresh token. A replaced token that is presented again is held by two parties, and
 * they cannot be told apart, so the session ends. Within the grace period a token can be used twice and
 * starts a second branch. The branch that is refreshed first continues, and the others are revoked. Requires
 * an open transaction, which also commits on an error.
 */
const rotateRefresh = (
  presented: PresentedRefreshToken,
  lifetimes: Lifetimes
): Effect.Effect<TokenOutcome, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, clientId, hash, scopes } = presented
    const readStatement = bindStatement<RefreshRow>(refreshStatement, [hash, lifetimes.connectionIdleDays])
    const readToken = Effect.map(runSql(readStatement), ([row]) => row)
    const [, [before]] = yield* makePlanningReader().read(lockConnectionOf(hash), readStatement)
    const roles = grantableScopes(before?.standings ?? [])
    const allowed = scopes?.filter((scope) => roles.has(scope)) ?? roles
    const prepared = prepareTokens(rotateStatement, lifetimes, allowed, [
      hash,
      clientId,
      audience,
      scopes ?? []
    ])
    const [issued] = yield* runSql(prepared.bound)
    if (issued !== undefined && before !== undefined) {
      if (before.unused) {
        const tokens = { refreshed: hash, replacement: prepared.refreshHash }
        yield* runSql(revokeOtherBranches(before.session_id, tokens))
      }
      return issuedTokens(prepared, issued, lifetimes.accessTokenSeconds, before.email)
    }
    const row = yield* readToken
    if (row === undefined || row.client_id !== clientId || row.ended) {
      return {
        refusal: oauthError(
          "invalid_grant",
          `There is no such refresh token of this client. ${reconnectHint}`
        )
      }
    }
    if (!row.replayed) return { refusal: withActor(refreshError(row, presented), row.email) }
    yield* endSession(row.session_id, "refresh_replayed")
    const replayMessage =
      "This refresh token was replaced before. Somebody else may have it, so its session is revoked."
    return { refusal: withActor(oauthError("invalid_grant", `${replayMessage} ${reconnectHint}`), row.email) }
  })

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
