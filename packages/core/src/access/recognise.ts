import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  scopes as everyScope,
  isWithinMaxScopes,
  type Role,
  type Scope,
  Unauthorized
} from "../contract/index.ts"
import type { Caller, KeyCaller } from "../request/caller.ts"
import { type Actor, anonymousActor, personActor } from "../request/clearance.ts"
import { makeBatch } from "../storage/batch.ts"
import { bindStatement, type Statement, type StatementsShape, sharedStatement } from "../storage/index.ts"
import { accessSuspended, organizationFacts } from "./organization-access.ts"
import { countBySubject, distributeTokens, type RateLimitResult, takeTokensSql } from "./rate-limiter.ts"
import { confirmationPeriod, sessionIdle } from "./sessions.ts"

/** A rejected credential and its owner, for the organization's audit trail. */
interface Refusal {
  readonly refused: Unauthorized
  readonly actor: Actor
}

interface RecognisedCaller<Someone extends Caller> {
  readonly caller: Someone
  /** The URL that a token was issued for; null for keys, which are valid on every surface. */
  readonly audience: string | null
}

type CredentialCheck<Someone extends Caller = Caller> = RecognisedCaller<Someone> | Refusal
export type Recognition =
  | (RecognisedCaller<Caller> & RateLimitResult & { readonly subject: string })
  | Refusal

/** A row of the lookup: the caller, and the state of its bucket (null if it was rejected before). */
interface LookupRow {
  readonly asked: string
  readonly subject: string
  readonly tokens: number | null
  readonly granted: number | null
}

/**
 * The lookup of credentials by `asked`, and the tokens taken for those that are accepted. Credentials that
 * share a bucket count together.
 */
const lookup = (found: string, { accepted = "ended is null", extraCte = "" } = {}) =>
  sharedStatement(
    "lookup",
    `
with found as (${found}), live as (
  select subject, least(sum(n), $3::float8)::int as n from found where ${accepted} group by subject
), taken as (${takeTokensSql("live", "$3::float8")})${extraCte}
select found.*, taken.tokens, taken.granted from found left join taken using (subject)`
  )

/**
 * Reads credentials on every request and takes a token from their buckets in the same round trip. Concurrent
 * requests share the round trip, which keeps the cost low.
 */
const makeRecogniser = <Row extends LookupRow>(
  statements: StatementsShape,
  limit: number,
  lookup: Statement,
  check: (row: Row) => CredentialCheck
) => {
  const flush = (keys: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Recognition>, SqlError> => {
    const counts = countBySubject(keys, limit)
    return Effect.map(
      statements.read(bindStatement<Row>(lookup, [[...counts.keys()], [...counts.values()], limit])),
      (rows) => {
        const byKey = new Map(rows.map((row) => [row.asked, row]))
        const takeToken = distributeTokens(limit)
        return keys.map((key): Recognition => {
          const row = byKey.get(key)
          if (row === undefined) return unknown
          const checked = check(row)
          if ("refused" in checked) return checked
          const { granted, subject, tokens } = row
          return {
            ...checked,
            subject,
            ...takeToken(subject, { tokens: tokens ?? 0, granted: granted ?? 0 })
          }
        })
      }
    )
  }
  return makeBatch({ maxSize: 500, concurrency: 1, flush, statement: lookup, inSpan: statements.inSpan })
}

const unknown: Refusal = { refused: new Unauthorized({ why: "unknown" }), actor: anonymousActor }

/** The current state of a key and its creator. */
export interface LiveKey {
  readonly key_id: number
  readonly user_id: number
  readonly email: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly ended: "revoked" | "expired" | null
  readonly role: Role | null
  readonly organization_id: number
  readonly slug: string
  readonly currency: string
  readonly approvals_required: boolean
  readonly access_suspended: boolean
  readonly key_suspended: boolean
}

/** Columns of `k`, `u`, `m` and `o`: the key, its creator, their membership and the organization. */
export const liveKeyColumns = `k.id as key_id, k.user_id, u.email, k.prefix, k.last_four, k.scopes, m.role,
    o.id as organization_id, o.slug, o.currency, o.approvals_required, ${accessSuspended},
    k.suspended_at is not null as key_suspended,
    case when k.revoked_at is not null or u.disabled_at is not null then 'revoked'
      when least(k.expires_at, k.valid_until) <= now() then 'expired' end as ended`

const keyLookup = lookup(
  `
  select asked.hex as asked, asked.n, 'key:' || k.id as subject, ${liveKeyColumns}
  from unnest($1::text[], $2::int[]) as asked (hex, n)
  join api_keys k on k.hash = decode(asked.hex, 'hex')
  join users u on u.id = k.user_id
  join organizations o on o.id = k.organization_id
  left join memberships m on m.organization_id = k.organization_id and m.user_id = k.user_id`,
  { accepted: "ended is null and role is not null" }
)

/** Checks whether a key is accepted. */
export const checkKey = (row: LiveKey | undefined): CredentialCheck<KeyCaller> => {
  if (row === undefined) return unknown
  const { email, key_id: keyId, last_four: lastFour, prefix, role, scopes, user_id: userId } = row
  const actor: Actor = {
    organization_id: row.organization_id,
    actor_type: "api_key",
    user_email: email,
    key_prefix: prefix,
    key_last_four: lastFour
  }
  if (row.ended !== null) return { refused: new Unauthorized({ why: row.ended }), actor }
  // The role is the creator's current one: a demotion limits their keys at once.
  if (role === null || !isWithinMaxScopes(scopes, role)) {
    return { refused: new Unauthorized({ why: "creator_role" }), actor }
  }
  const organization = organizationFacts({ ...row, id: row.organization_id })
  return {
    audience: null,
    caller: {
      kind: "api_key",
      keyId,
      userId,
      email,
      prefix,
      lastFour,
      scopes,
      role,
      organization,
      suspended: row.key_suspended
    }
  }
}

interface PersonRow extends LookupRow {
  readonly user_id: number
  readonly email: string
  readonly ended: "revoked" | "expired" | null
}

interface SignedInRow extends PersonRow {
  readonly confirmed: boolean
  readonly second_factor: boolean
}

interface TokenRow extends PersonRow {
  readonly connection_id: string
  readonly scopes: ReadonlyArray<Scope>
  readonly audience: string
}

/** The bucket belongs to the connection, so that refreshing a token grants no extra requests. */
const tokenLookup = lookup(`
  select asked.hex as asked, asked.n, 'app:' || c.id as subject, c.id as connection_id, t.user_id, u.email,
    t.scopes, t.audience,
    case when coalesce(t.ended_at, s.ended_at, c.ended_at, u.disabled_at) is not null then 'revoked'
      when t.expires_at <= now() then 'expired' end as ended
  from unnest($1::text[], $2::int[]) as asked (hex, n)
  join oauth_access_tokens t on t.hash = decode(asked.hex, 'hex')
  join oauth_sessions s on s.id = t.session_id
  join oauth_connections c on c.id = s.connection_id
  join users u on u.id = t.user_id`)

/** Recorded once a minute, so that a page with many requests writes once. */
const markSeen = `, seen as (
  update dashboard_sessions set last_seen_at = now()
  where token_hash in (select decode(asked, 'hex') from found where ended is null)
    and last_seen_at < now() - interval '1 minute')`

/** A person has one bucket for all their sessions. */
const sessionLookup = lookup(
  `
  select asked.hex as asked, asked.n, 'user:' || u.id as subject, u.id as user_id, u.email,
    greatest(s.created_at, s.confirmed_at) > now() - ${confirmationPeriod} as confirmed,
    exists (select 1 from second_factors f where f.user_id = u.id and f.enabled_at is not null) as second_factor,
    case when coalesce(s.ended_at, u.disabled_at) is not null then 'revoked'
      when s.expires_at <= now() or s.last_seen_at <= now() - ${sessionIdle} then 'expired' end as ended
  from unnest($1::text[], $2::int[]) as asked (hex, n)
  join dashboard_sessions s on s.token_hash = decode(asked.hex, 'hex')
  join users u on u.id = s.user_id`,
  { extraCte: markSeen }
)

const personLookup = lookup(`
  select asked.email as asked, asked.n, 'user:' || u.id as subject, u.id as user_id, u.email, true as confirmed, true as second_factor,
    case when u.disabled_at is not null then 'revoked' end as ended
  from unnest($1::text[], $2::int[]) as asked (email, n)
  join users u on lower(u.email) = asked.email`)

const endedFor = ({ email, ended }: PersonRow): Refusal | null =>
  ended === null ? null : { refused: new Unauthorized({ why: ended }), actor: personActor(email) }

const checkToken = (row: TokenRow): CredentialCheck => {
  const { audience, connection_id: connectionId, email, scopes, user_id: userId } = row
  const caller = { kind: "access_token", connectionId, userId, email, scopes } as const
  return endedFor(row) ?? { audience, caller }
}

/** A person has every scope; their role in the organization is the limit. */
const checkPerson = (row: SignedInRow): CredentialCheck => {
  const { confirmed, email, second_factor: secondFactor, user_id: userId } = row
  const caller = { kind: "person", userId, email, scopes: everyScope, confirmed, secondFactor } as const
  return endedFor(row) ?? { audience: null, caller }
}

/** Recognises keys, tokens and sessions by the hash of their secret in hex, and people by lower-case email. */
export const makeRecognisers = (statements: StatementsShape, limit: number) => ({
  keys: makeRecogniser<LiveKey & LookupRow>(statements, limit, keyLookup, checkKey),
  tokens: makeRecogniser(statements, limit, tokenLookup, checkToken),
  sessions: makeRecogniser(statements, limit, sessionLookup, checkPerson),
  /** For operators who act on a person's behalf. */
  people: makeRecogniser(statements, limit, personLookup, checkPerson)
})
