import { scopes as everyScope, Unauthorized } from "../contract/index.ts"
import { anonymousActor, personActor } from "../request/audit-event.ts"
import type { PersonCaller } from "../request/caller.ts"
import { type StatementsShape, statement } from "../storage/index.ts"
import { type CredentialCheck, type LookupRow, makeRecogniser } from "./recognition.ts"
import { sessionIdle } from "./sessions.ts"
import { takeTokensSql } from "./token-bucket.ts"

interface PersonRow extends LookupRow {
  readonly user_id: number
  readonly email: string
  readonly ended: "revoked" | "expired" | null
}

/** A person has one bucket for all their sessions. */
const lookup = (found: string, extraCte = "") =>
  statement(`
with found as (${found}), live as (
  select subject, least(sum(n), $3::float8)::int as n from found where ended is null group by subject
), taken as (${takeTokensSql("live", "$3::float8")})${extraCte}
select found.*, taken.tokens, taken.granted from found left join taken using (subject)`)

/** Recorded once a minute, so that a page with many requests writes once. */
const markSeen = `, seen as (
  update dashboard_sessions set last_seen_at = now()
  where token_hash in (select decode(asked, 'hex') from found where ended is null)
    and last_seen_at < now() - interval '1 minute')`

const bySession = lookup(
  `
  select asked.hex as asked, asked.n, 'user:' || u.id as subject, u.id as user_id, u.email,
    case when coalesce(s.ended_at, u.disabled_at) is not null then 'revoked'
      when s.expires_at <= now() or s.last_seen_at <= now() - ${sessionIdle} then 'expired' end as ended
  from unnest($1::text[], $2::int[]) as asked (hex, n)
  join dashboard_sessions s on s.token_hash = decode(asked.hex, 'hex')
  join users u on u.id = s.user_id`,
  markSeen
)

const byEmail = lookup(`
  select asked.email as asked, asked.n, 'user:' || u.id as subject, u.id as user_id, u.email,
    case when u.disabled_at is not null then 'revoked' end as ended
  from unnest($1::text[], $2::int[]) as asked (email, n)
  join users u on lower(u.email) = asked.email`)

/** A person has every scope; their role in the organization is the limit. */
const check = (row: PersonRow | undefined): CredentialCheck<PersonCaller> => {
  if (row === undefined) return { refused: new Unauthorized({ why: "unknown" }), actor: anonymousActor }
  const { email, ended, user_id: userId } = row
  if (ended !== null) {
    return {
      refused: new Unauthorized({ why: ended }),
      actor: personActor(email)
    }
  }
  return { audience: null, caller: { kind: "person", userId, email, scopes: everyScope } }
}

/** Recognises sessions by the hash of their token, in hex. */
export const makeSessionRecogniser = (statements: StatementsShape, limit: number) =>
  makeRecogniser({ statements, limit, statement: bySession, check })

/** Recognises people by a lower-case email address, for operators who act on their behalf. */
export const makePersonRecogniser = (statements: StatementsShape, limit: number) =>
  makeRecogniser({ statements, limit, statement: byEmail, check })
