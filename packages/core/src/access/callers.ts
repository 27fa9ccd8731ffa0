import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Scope as Lifetime } from "effect"
import {
  accessTokenPrefix,
  type CredentialApprovals,
  scopes as everyScope,
  isWellFormedAccessToken,
  isWellFormedKey,
  isWithinMaxScopes,
  livePrefix,
  type Role,
  type Scope,
  type Surface,
  Unauthorized
} from "../contract/index.ts"
import { resourceOf } from "../http/index.ts"
import type { PresentedCredential } from "../http/request-facts.ts"
import type { Caller, KeyCaller } from "../request/caller.ts"
import { type Actor, actorOf, anonymousActor, personActor } from "../request/clearance.ts"
import { Settings } from "../settings.ts"
import { type Batch, makeBatch } from "../storage/batch.ts"
import {
  bindStatement,
  type Statement,
  Statements,
  type StatementsShape,
  sharedStatement,
  statement
} from "../storage/index.ts"
import { accessSuspended, organizationFacts } from "./organization-access.ts"
import {
  countBySubject,
  distributeTokens,
  makeRateLimiter,
  type RateLimitResult,
  takeTokensSql
} from "./rate-limiter.ts"
import { hashSecretHex } from "./secrets.ts"
import { confirmationPeriod, sessionIdle } from "./sessions.ts"

type Credential = { readonly kind: "api_key" | "access_token"; readonly secret: string }

const bearer = /^bearer +(\S+) *$/i
const queryNames = new Set(["access_token", "token", "api_key", "apikey", "key", "authorization", "bearer"])

const inQuery = (query: PresentedCredential["query"]): boolean => {
  for (const [name, value] of query) {
    if (queryNames.has(name.toLowerCase()) || value.includes(livePrefix) || value.includes(accessTokenPrefix))
      return true
  }
  return false
}

/**
 * Determines the kind of a credential without a database query. Text that cannot be a credential is rejected
 * here.
 */
export const readCredential = (presented: Omit<PresentedCredential, "kind">): Credential | Unauthorized => {
  if (inQuery(presented.query)) return new Unauthorized({ why: "in_query" })
  if (presented.authorization === null) return new Unauthorized({ why: "missing" })
  const secret = bearer.exec(presented.authorization)?.[1] ?? ""
  if (isWellFormedKey(secret)) return { kind: "api_key", secret }
  if (isWellFormedAccessToken(secret)) return { kind: "access_token", secret }
  return new Unauthorized({ why: "malformed" })
}

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
  readonly approvals: CredentialApprovals
}

/** Columns of `k`, `u`, `m` and `o`: the key, its creator, their membership and the organization. */
export const liveKeyColumns = `k.id as key_id, k.user_id, u.email, k.prefix, k.last_four, k.scopes, k.approvals, m.role,
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
      suspended: row.key_suspended,
      approvals: row.approvals
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
  readonly approvals: CredentialApprovals
  readonly audience: string
}

/** The bucket belongs to the connection, so that refreshing a token grants no extra requests. */
const tokenLookup = lookup(`
  select asked.hex as asked, asked.n, 'app:' || c.id as subject, c.id as connection_id, t.user_id, u.email,
    t.scopes, c.approvals, t.audience,
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
  const { approvals, audience, connection_id: connectionId, email, scopes, user_id: userId } = row
  const caller = { kind: "access_token", connectionId, userId, email, scopes, approvals } as const
  return endedFor(row) ?? { audience, caller }
}

/** A person has every scope; their role in the organization is the limit. */
const checkPerson = (row: SignedInRow): CredentialCheck => {
  const { confirmed, email, second_factor: secondFactor, user_id: userId } = row
  const caller = { kind: "person", userId, email, scopes: everyScope, confirmed, secondFactor } as const
  return endedFor(row) ?? { audience: null, caller }
}

/** Recognises keys, tokens and sessions by the hash of their secret in hex, and people by lower-case email. */
const makeRecognisers = (statements: StatementsShape, limit: number) => ({
  keys: makeRecogniser<LiveKey & LookupRow>(statements, limit, keyLookup, checkKey),
  tokens: makeRecogniser(statements, limit, tokenLookup, checkToken),
  sessions: makeRecogniser(statements, limit, sessionLookup, checkPerson),
  /** For operators who act on a person's behalf. */
  people: makeRecogniser(statements, limit, personLookup, checkPerson)
})

/** The precision of "last used": a key writes at most one row a minute, however busy it is. */
const minIntervalMillis = 60_000
/** Uses within this interval share a statement. */
const flushInterval = "2 seconds"
const maxRemembered = 50_000

/** Another host can have written it within the same minute. */
const upsertUses = statement(`
insert into api_key_uses as u (organization_id, key_id, last_used_at)
select organization_id, key_id, now() from unnest($1::bigint[], $2::bigint[]) as used (organization_id, key_id)
on conflict (organization_id, key_id) do update set last_used_at = excluded.last_used_at
where u.last_used_at <= excluded.last_used_at - interval '1 minute'`)

interface KeyUses {
  /** Records that a key was used, without waiting. */
  readonly record: (organization: number, key: number) => void
}

/**
 * Records when keys were last used, in batches and outside the requests. No request waits for it, and a
 * database outage loses at most the latest use.
 */
export const makeKeyUses = (statements: StatementsShape): Effect.Effect<KeyUses, never, Lifetime.Scope> =>
  Effect.gen(function* () {
    const recordedAt = new Map<number, number>()
    let pending = new Map<number, number>()
    const latch = yield* Effect.makeLatch()

    const flush = Effect.suspend(() => {
      const uses = pending
      pending = new Map()
      latch.unsafeClose()
      if (uses.size === 0) return Effect.void
      return Effect.ignore(statements.read(bindStatement(upsertUses, [[...uses.values()], [...uses.keys()]])))
    })
    yield* Effect.forkScoped(
      Effect.forever(latch.await.pipe(Effect.zipRight(Effect.sleep(flushInterval)), Effect.zipRight(flush)))
    )
    yield* Effect.addFinalizer(() =>
      pending.size === 0 ? Effect.void : Effect.timeoutOption(flush, "1 second")
    )
    return {
      record: (organization, key) => {
        const now = performance.now()
        const before = recordedAt.get(key)
        if (before !== undefined && now - before < minIntervalMillis) return
        if (recordedAt.size >= maxRemembered) recordedAt.clear()
        recordedAt.set(key, now)
        pending.set(key, organization)
        latch.unsafeOpen()
      }
    }
  })

type Recognised = Effect.Effect<Recognition, SqlError>

/** Recognises callers and applies their rate limits. */
export class Callers extends Context.Tag("@adwarden/Callers")<
  Callers,
  {
    readonly byCredential: (credential: Credential, surface: Surface) => Recognised
    readonly bySession: (token: string) => Recognised
    readonly byEmail: (email: string) => Recognised
    /** Takes a token from the named bucket. The limit applies per minute unless `seconds` is given. */
    readonly takeToken: (
      subject: string,
      limit: number,
      seconds?: number
    ) => Effect.Effect<RateLimitResult, SqlError>
  }
>() {
  static readonly layer = Layer.scoped(
    Callers,
    Effect.gen(function* () {
      const statements = yield* Statements
      const settings = yield* Settings
      const { keys, people, sessions, tokens } = makeRecognisers(statements, settings.rateLimit)
      const uses = yield* makeKeyUses(statements)
      const rateLimiters = new Map<string, Batch<string, RateLimitResult, SqlError>>()
      const audiences: Partial<Record<Surface, string>> = {
        rest: resourceOf(settings, "rest"),
        mcp: resourceOf(settings, "mcp")
      }

      /** Rejects a token that was issued for another surface. */
      const checkAudience =
        (surface: Surface) =>
        (recognition: Recognition): Recognition =>
          "refused" in recognition || recognition.audience === audiences[surface]
            ? recognition
            : { refused: new Unauthorized({ why: "wrong_audience" }), actor: actorOf(recognition.caller) }

      const noteKeyUse = (recognition: Recognition): Recognition => {
        if ("caller" in recognition && recognition.caller.kind === "api_key") {
          uses.record(recognition.caller.organization.id, recognition.caller.keyId)
        }
        return recognition
      }

      return {
        byCredential: ({ kind, secret }, surface) =>
          kind === "api_key"
            ? Effect.map(keys.add(hashSecretHex(secret)), noteKeyUse)
            : Effect.map(tokens.add(hashSecretHex(secret)), checkAudience(surface)),
        bySession: (token) => sessions.add(hashSecretHex(token)),
        byEmail: (email) => people.add(email.toLowerCase()),
        takeToken: (subject, limit, seconds = 60) => {
          const size = `${limit}/${seconds}`
          const rateLimiter = rateLimiters.get(size) ?? makeRateLimiter(statements, limit, seconds)
          rateLimiters.set(size, rateLimiter)
          return rateLimiter.add(subject)
        }
      }
    })
  )
}
