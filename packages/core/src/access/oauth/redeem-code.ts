import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { randomId, type Standing } from "../../contract/index.ts"
import { bound, inOneFlight, statement } from "../../storage/index.ts"
import { standingsQuery } from "../membership.ts"
import { endSession } from "./end-session.ts"
import { issue, issuing } from "./issue.ts"
import type { Lifetimes } from "./lifetimes.ts"
import { concerning, type OAuthRefusal, refused } from "./refusal.ts"
import { grantable } from "./scopes.ts"
import { issuedOf, type TokenOutcome } from "./token-answer.ts"

export interface CodeShown {
  readonly hash: Buffer
  readonly clientId: string
  /** The challenge that the client's verifier answers; null where it is no verifier. */
  readonly challenge: string | null
  readonly audience: string
  /** OAuth 2.1 no longer asks for it here; where it is sent, it has to be the one that the code was sent to. */
  readonly redirectUri: string | null
}

/** Whatever has to be right stands in the one statement that redeems, so nothing is redeemed by a wrong proof. */
const redeeming = issuing(
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
  readonly standings: ReadonlyArray<Standing>
  readonly client_id: string
  readonly code_challenge: string
  readonly audience: string
  readonly redirect_uri: string
  readonly expired: boolean
  readonly ended: boolean
  /** Set once it was redeemed. */
  readonly session_id: string | null
}

const codeNow = statement(`
select u.email, c.client_id, k.code_challenge, k.audience, k.redirect_uri, k.session_id,
  k.expires_at <= clock_timestamp() as expired, c.ended_at is not null or u.disabled_at is not null as ended,
  case when u.disabled_at is null then array(${standingsQuery("u.id")}) else '{}' end as standings
from oauth_authorization_codes k
join oauth_connections c on c.id = k.connection_id
join users u on u.id = c.user_id
where k.hash = $1`)

const again = "Send the person to the authorization endpoint again."

/** Why a code was not redeemed. What is wrong with it is told only to the client that it was made for. */
const problemOf = (row: CodeRow | undefined, shown: CodeShown): OAuthRefusal => {
  if (row === undefined || row.client_id !== shown.clientId) {
    return refused("invalid_grant", `There is no such code of this client. ${again}`)
  }
  if (row.expired) return refused("invalid_grant", `The code has run out. ${again}`)
  if (row.code_challenge !== shown.challenge) {
    return refused(
      "invalid_grant",
      "The code_verifier does not answer the code_challenge that was sent ahead."
    )
  }
  if (shown.redirectUri !== null && row.redirect_uri !== shown.redirectUri) {
    return refused("invalid_grant", "The redirect_uri is not the one that the code was sent to.")
  }
  if (row.audience !== shown.audience) {
    return refused(
      "invalid_target",
      "The code is for another resource: send the one that the person was asked for."
    )
  }
  const why = row.ended
    ? "The connection was ended."
    : "The person's roles allow nothing of what was approved."
  return refused("invalid_grant", `${why} ${again}`)
}

/**
 * Makes a session of a code, once. A code that is shown again has got about, so what was given out for it is taken
 * back. Within a transaction, which commits also where the answer is no.
 */
export const redeemCode = (
  shown: CodeShown,
  lifetimes: Lifetimes
): Effect.Effect<TokenOutcome, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const { audience, challenge, clientId, hash, redirectUri } = shown
    const now = Effect.map(inOneFlight([bound<CodeRow>(codeNow, [hash])]), ([[row]]) => row)
    const before = yield* now
    const allowed = grantable(before?.standings ?? [])
    const values = [randomId("ses"), hash, challenge, audience, redirectUri, clientId]
    const issuing = issue(redeeming, lifetimes, allowed, values)
    const [[issued]] = yield* inOneFlight([issuing.bound])
    if (issued !== undefined && before !== undefined) {
      return issuedOf(issuing, issued, lifetimes.accessTokenSeconds, before.email)
    }
    // Read once more: who was first may have come between.
    const row = yield* now
    if (row === undefined) return { refusal: problemOf(row, shown) }
    if (row.session_id === null) return { refusal: concerning(problemOf(row, shown), row.email) }
    yield* endSession(row.session_id, "code_replayed")
    const replayed = `The code was redeemed before, so everything that was given out for it is revoked. ${again}`
    return { refusal: concerning(refused("invalid_grant", replayed), row.email) }
  })
