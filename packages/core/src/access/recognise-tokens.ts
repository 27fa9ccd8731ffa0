import { type Scope, Unauthorized } from "../contract/index.ts"
import { anonymousActor, personActor } from "../request/audit-event.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { type CredentialCheck, type LookupRow, makeRecogniser } from "./recognition.ts"
import { takeTokensSql } from "./token-bucket.ts"

interface TokenRow extends LookupRow {
  readonly user_id: number
  readonly email: string
  readonly connection_id: string
  readonly scopes: ReadonlyArray<Scope>
  readonly audience: string
  readonly ended: "revoked" | "expired" | null
}

/** The bucket belongs to the connection, so that refreshing a token grants no extra requests. */
const lookup = statement(`
with found as (
  select asked.hex as asked, asked.n, 'app:' || c.id as subject, c.id as connection_id, t.user_id, u.email,
    t.scopes, t.audience,
    case when coalesce(t.ended_at, s.ended_at, c.ended_at, u.disabled_at) is not null then 'revoked'
      when t.expires_at <= now() then 'expired' end as ended
  from unnest($1::text[], $2::int[]) as asked (hex, n)
  join oauth_access_tokens t on t.hash = decode(asked.hex, 'hex')
  join oauth_sessions s on s.id = t.session_id
  join oauth_connections c on c.id = s.connection_id
  join users u on u.id = t.user_id
), live as (
  select subject, least(sum(n), $3::float8)::int as n from found where ended is null group by subject
), taken as (${takeTokensSql("live", "$3::float8")})
select found.*, taken.tokens, taken.granted from found left join taken using (subject)`)

const check = (row: TokenRow | undefined): CredentialCheck => {
  if (row === undefined) return { refused: new Unauthorized({ why: "unknown" }), actor: anonymousActor }
  if (row.ended !== null) {
    return {
      refused: new Unauthorized({ why: row.ended }),
      actor: personActor(row.email)
    }
  }
  return {
    audience: row.audience,
    caller: {
      kind: "access_token",
      connectionId: row.connection_id,
      userId: row.user_id,
      email: row.email,
      scopes: row.scopes
    }
  }
}

export const makeTokenRecogniser = (statements: StatementsShape, limit: number) =>
  makeRecogniser({ statements, limit, statement: lookup, check })
