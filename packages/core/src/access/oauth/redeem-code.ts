import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type EffectiveRole, randomId } from "../../contract/index.ts"
import { bindStatement, runStatement, statement } from "../../storage/index.ts"
import { effectiveRolesQuery } from "../membership.ts"
import { issuedTokens, issueStatement, prepareTokens, type TokenOutcome } from "./issue.ts"
import type { Lifetimes } from "./lifetimes.ts"
import { endSession } from "./lifetimes.ts"
import { type OAuthError, oauthError, withActor } from "./oauth-error.ts"
import { grantableScopes } from "./parameters.ts"

export interface PresentedCode {
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
export const redeemCode = (
  presented: PresentedCode,
  lifetimes: Lifetimes
): Effect.Effect<TokenOutcome, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, challenge, clientId, hash, redirectUri } = presented
    const readCode = Effect.map(runStatement(bindStatement<CodeRow>(codeStatement, [hash])), ([row]) => row)
    const before = yield* readCode
    const allowed = grantableScopes(before?.standings ?? [])
    const values = [randomId("ses"), hash, challenge, audience, redirectUri, clientId]
    const tokens = prepareTokens(redeemStatement, lifetimes, allowed, values)
    const [issued] = yield* runStatement(tokens.bound)
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
