import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schema } from "effect"
import {
  type CredentialApprovals,
  isStricter,
  keyLastFour,
  keyPrefix,
  Line,
  limits,
  NotFound,
  newKey,
  RoleDenied,
  type Scope,
  sortScopes,
  ValidationError
} from "../contract/index.ts"
import { runSql, sqlText } from "../storage/index.ts"
import { findMember, type Member, notAMemberError, requireGrantable } from "./membership.ts"
import { hashSecret } from "./secrets.ts"

/** The parts of a key that are visible after its creation. */
export interface KeyRow {
  readonly id: number
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly approvals: CredentialApprovals
  readonly creator: string
  readonly status: "active" | "suspended" | "rotated" | "expired" | "revoked"
  readonly created_at: string
  readonly expires_at: string
  /** Set on a rotated key: when it expires. */
  readonly valid_until: string | null
  readonly revoked_at: string | null
  /** To the minute; null if the key has not been used. */
  readonly last_used_at: string | null
}

/** A key in the list of its creator, with the organization that it acts in. */
export interface OwnKeyRow extends KeyRow {
  readonly organization: string
  readonly organization_name: string
}

/** A created key. This is the only time its secret is available. */
export interface CreatedKey {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly prefix: string
  readonly last_four: string
  readonly scopes: ReadonlyArray<Scope>
  readonly expires_at: string
}

export interface RotatedKey extends CreatedKey {
  /** When the replaced key expires. */
  readonly old_valid_until: string
}

/** How a person names an existing key: by its id, or by its visible parts. */
export type KeyRef = { readonly id: number } | { readonly prefix: string; readonly last_four: string }

export interface NewKey {
  readonly organization: string
  /** Email of the key's owner. */
  readonly creator: string
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  /** How many days it is valid; a year by default, which is also the longest time. */
  readonly validDays?: number
  /** How it is held; as its organization by default. */
  readonly approvals?: CredentialApprovals
}

/** The longest time that a key can be valid, in days. */
const maxKeyDays = 365

export interface KeyChange {
  readonly organization: string
  readonly key: KeyRef
  /** Email of the person who requests the change. */
  readonly by: string
}

/** How long a replaced key can stay valid beside its replacement, in hours. */
export const maxOverlapHours = limits.keyOverlapHours

export interface KeyRotation extends KeyChange {
  /** How long the old key stays valid, in hours; the longest time by default. */
  readonly overlapHours?: number
}

export type KeyError = NotFound | RoleDenied | ValidationError

const formatKeyRef = (ref: KeyRef): string => ("id" in ref ? `#${ref.id}` : `${ref.prefix}…${ref.last_four}`)

const keyColumns = `
  k.id, k.name, k.prefix, k.last_four, k.scopes, k.approvals, u.email as creator,
  case
    when k.revoked_at is not null then 'revoked'
    when k.expires_at <= now() or k.valid_until <= now() then 'expired'
    when k.suspended_at is not null then 'suspended'
    when k.replaced_by is not null then 'rotated'
    else 'active'
  end as status,
  k.created_at, k.expires_at, k.valid_until, k.revoked_at,
  (select s.last_used_at from api_key_uses s where s.organization_id = k.organization_id and s.key_id = k.id) as last_used_at`

const isName = Schema.is(Line(120))

const createKey = (options: NewKey): Effect.Effect<CreatedKey, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (!isName(options.name)) {
      const fields = [{ path: "name", message: "must be one line of 1 to 120 characters" }]
      return yield* new ValidationError({ fields })
    }
    const { validDays = null } = options
    if (validDays !== null && !(Number.isInteger(validDays) && validDays >= 1 && validDays <= maxKeyDays)) {
      const message = `must be a whole number of days from 1 to ${maxKeyDays}`
      return yield* new ValidationError({ fields: [{ path: "valid_days", message }] })
    }
    const creator = yield* findMember(options.organization, options.creator)
    if (creator.role === null) return yield* notAMemberError(options.organization, creator.email)
    yield* requireGrantable(options.scopes, creator.role)
    return yield* insertKey({
      ...creator,
      name: options.name.trim(),
      scopes: sortScopes(options.scopes),
      approvals: options.approvals ?? "organization",
      validDays
    })
  })

interface KeyToInsert {
  readonly organization_id: number
  readonly user_id: number
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  readonly approvals: CredentialApprovals
  /** Null for a year. */
  readonly validDays: number | null
}

/**
 * The database's clock determines the expiry, so it does not depend on the host. A notice that would follow at once
 * is marked as sent: the person has just chosen that time.
 */
const insertKey = (key: KeyToInsert): Effect.Effect<CreatedKey, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const secret = newKey()
    const visible = { prefix: keyPrefix(secret), last_four: keyLastFour(secret) }
    const rows = yield* runSql<{ id: number; expires_at: string }>`
      insert into api_keys (organization_id, user_id, name, hash, prefix, last_four, scopes, approvals, expires_at,
        expiry_notice_30d_at, expiry_notice_7d_at)
      values (${key.organization_id}, ${key.user_id}, ${key.name}, ${hashSecret(secret)}, ${visible.prefix},
        ${visible.last_four}, ${key.scopes}, ${key.approvals},
        now() + coalesce(make_interval(days => ${key.validDays}::integer), make_interval(years => ${limits.keyYears}::integer)),
        case when ${key.validDays}::integer <= 30 then now() end, case when ${key.validDays}::integer <= 7 then now() end)
      returning id, expires_at`
    return { ...rows[0]!, key: secret, name: key.name, ...visible, scopes: key.scopes }
  })

interface FoundKey extends KeyRow {
  readonly user_id: number
  readonly suspended_by: number | null
}

/** Finds a key of the organization. Its lock is held: keys change under it only. */
const findKey = (
  organizationId: number,
  ref: KeyRef
): Effect.Effect<FoundKey, NotFound | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const condition =
      "id" in ref ? sql`k.id = ${ref.id}` : sql`k.prefix = ${ref.prefix} and k.last_four = ${ref.last_four}`
    const matches = yield* sql<FoundKey>`
      select ${sql.literal(keyColumns)}, k.user_id, k.suspended_by
      from api_keys k join users u on u.id = k.user_id
      where k.organization_id = ${organizationId} and ${condition}
      order by k.id`
    if (matches.length > 1) {
      const what = `A single key ${formatKeyRef(ref)}`
      return yield* new NotFound({ what, next: `${matches.length} keys look like that: name one by its id.` })
    }
    const key = matches[0]
    if (key === undefined) {
      return yield* new NotFound({
        what: `The key ${formatKeyRef(ref)}`,
        next: "List the keys that are there."
      })
    }
    return key
  })

/** Only its creator and any Owner can change a key. */
const requireKeyAccess = (member: Member, key: FoundKey): Effect.Effect<void, RoleDenied> =>
  member.user_id === key.user_id || member.role === "owner"
    ? Effect.void
    : Effect.fail(new RoleDenied({ required_role: "owner" }))

/**
 * Replaces a key. The replacement has the same name, scopes and approvals and belongs to the person who rotates, so
 * their role must allow those scopes. A key is replaced once: a second rotation would create two
 * indistinguishable successors.
 */
const rotateKey = ({
  overlapHours = maxOverlapHours,
  ...change
}: KeyRotation): Effect.Effect<RotatedKey, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > maxOverlapHours) {
      const message = `must be a whole number of hours from 0 to ${maxOverlapHours}`
      return yield* new ValidationError({ fields: [{ path: "overlap_hours", message }] })
    }
    const rotator = yield* findMember(change.organization, change.by)
    if (rotator.role === null) return yield* notAMemberError(change.organization, rotator.email)
    const old = yield* findKey(rotator.organization_id, change.key)
    yield* requireKeyAccess(rotator, old)
    if (old.status !== "active") {
      return yield* new NotFound({
        what: `An active key ${formatKeyRef(change.key)}`,
        next: `This one is ${old.status}. Create a new key instead.`
      })
    }
    yield* requireGrantable(old.scopes, rotator.role)
    const replacement = yield* insertKey({
      ...rotator,
      name: old.name,
      scopes: old.scopes,
      approvals: old.approvals,
      validDays: null
    })
    const rows = yield* runSql<{ valid_until: string }>`
      update api_keys
      set replaced_by = ${replacement.id}, valid_until = least(now() + make_interval(hours => ${overlapHours}), expires_at)
      where organization_id = ${rotator.organization_id} and id = ${old.id}
      returning valid_until`
    return { ...replacement, old_valid_until: rows[0]!.valid_until }
  })

/**
 * Revokes a key permanently: nothing resets revoked_at. A second revocation is not an error, and the first
 * time is kept.
 */
const revokeKey = (change: KeyChange): Effect.Effect<KeyRow, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const member = yield* findMember(change.organization, change.by)
    const found = yield* findKey(member.organization_id, change.key)
    const { suspended_by: _, user_id: __, ...key } = found
    yield* requireKeyAccess(member, found)
    if (key.status === "revoked") return key
    const rows = yield* runSql<{ revoked_at: string }>`
      update api_keys set revoked_at = now(), revoked_by = ${member.user_id}, revoked_reason = 'revoked by a person'
      where organization_id = ${member.organization_id} and id = ${key.id}
      returning revoked_at`
    return { ...key, status: "revoked", revoked_at: rows[0]!.revoked_at }
  })

/**
 * Suspends or resumes a key. Its creator and owners suspend it; owners and the person who suspended it resume it.
 * Returns the key as it is then.
 */
const setKeySuspension = (
  change: KeyChange,
  suspended: boolean
): Effect.Effect<KeyRow, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const member = yield* findMember(change.organization, change.by)
    const found = yield* findKey(member.organization_id, change.key)
    const { suspended_by: suspendedBy, user_id: _, ...key } = found
    yield* requireKeyAccess(member, found)
    if (!suspended && suspendedBy !== member.user_id && member.role !== "owner" && key.status === "suspended")
      return yield* new RoleDenied({ required_role: "owner" })
    const ended = key.status === "revoked" || key.status === "expired"
    if (ended || (key.status === "suspended") === suspended) return key
    yield* runSql`
      update api_keys set suspended_at = ${suspended ? sqlText("now()") : null},
        suspended_by = ${suspended ? member.user_id : null}
      where organization_id = ${member.organization_id} and id = ${key.id}`
    const [changed] = yield* runSql<KeyRow>`
      select ${sqlText(keyColumns)} from api_keys k join users u on u.id = k.user_id
      where k.organization_id = ${member.organization_id} and k.id = ${key.id}`
    return changed!
  })

const directionError = (next: string) =>
  new ValidationError({ fields: [{ path: "approvals", message: next }] })

/**
 * Changes how a key is held. Its creator and owners tighten it; only owners loosen it. Returns the key as it is then.
 */
const setKeyApprovals = (
  change: KeyChange,
  approvals: CredentialApprovals,
  direction: "tighten" | "loosen"
): Effect.Effect<KeyRow, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const member = yield* findMember(change.organization, change.by)
    const {
      suspended_by: _,
      user_id: __,
      ...key
    } = yield* Effect.tap(findKey(member.organization_id, change.key), (found) =>
      requireKeyAccess(member, found)
    )
    if (key.approvals === approvals) return key
    if (direction === "loosen" && member.role !== "owner")
      return yield* new RoleDenied({ required_role: "owner" })
    if (direction === "tighten" && !isStricter(approvals, key.approvals))
      return yield* directionError("must hold more than now; an owner can loosen it")
    yield* runSql`update api_keys set approvals = ${approvals}
      where organization_id = ${member.organization_id} and id = ${key.id}`
    return { ...key, approvals }
  })

/** Creates, lists, rotates, suspends and revokes keys. The pipeline decides whether a presented key is accepted. */
export interface KeysShape {
  readonly create: (key: NewKey) => Effect.Effect<CreatedKey, KeyError | SqlError>
  readonly list: (organization: string) => Effect.Effect<ReadonlyArray<KeyRow>, SqlError>
  /** Lists the keys that a person created, in all organizations, the newest first. */
  readonly listOwn: (user: number) => Effect.Effect<ReadonlyArray<OwnKeyRow>, SqlError>
  /**
   * Lists the active keys of an organization that expire within a month, or within a week if they were created for
   * no longer than a month: all, or those of one person.
   */
  readonly expiring: (
    organization: number,
    user: number | null
  ) => Effect.Effect<ReadonlyArray<KeyRow>, SqlError>
  readonly find: (organization: number, id: number) => Effect.Effect<KeyRow | null, SqlError>
  readonly rotate: (change: KeyRotation) => Effect.Effect<RotatedKey, KeyError | SqlError>
  readonly revoke: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
  readonly suspend: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
  readonly resume: (change: KeyChange) => Effect.Effect<KeyRow, KeyError | SqlError>
  readonly tighten: (
    change: KeyChange,
    approvals: CredentialApprovals
  ) => Effect.Effect<KeyRow, KeyError | SqlError>
  readonly loosen: (
    change: KeyChange,
    approvals: CredentialApprovals
  ) => Effect.Effect<KeyRow, KeyError | SqlError>
}

const make: Effect.Effect<KeysShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  /** Runs a call's reads and writes in one transaction. */
  const inTransaction = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
    sql.withTransaction(Effect.provideService(effect, SqlClient.SqlClient, sql))

  return {
    create: (key) => inTransaction(createKey(key)).pipe(Effect.withSpan("Keys.create")),
    list: (organization) =>
      sql<KeyRow>`
        select ${sql.literal(keyColumns)}
        from api_keys k
        join organizations o on o.id = k.organization_id
        join users u on u.id = k.user_id
        where o.slug = ${organization}
        order by k.created_at, k.id`.pipe(Effect.withSpan("Keys.list")),
    listOwn: (user) =>
      sql<OwnKeyRow>`
        select ${sql.literal(keyColumns)}, o.slug as organization, o.name as organization_name
        from api_keys k
        join organizations o on o.id = k.organization_id
        join users u on u.id = k.user_id
        where k.user_id = ${user}
        order by k.created_at desc, k.id desc`.pipe(Effect.withSpan("Keys.listOwn")),
    expiring: (organization, user) =>
      sql<KeyRow>`
        select ${sql.literal(keyColumns)} from api_keys k join users u on u.id = k.user_id
        where k.organization_id = ${organization} and (${user}::bigint is null or k.user_id = ${user})
          and k.revoked_at is null and k.replaced_by is null
          and k.expires_at > now() and k.expires_at < now() + interval '30 days'
          and (k.expires_at < now() + interval '7 days' or k.expiry_notice_30d_at is distinct from k.created_at)
        order by k.expires_at, k.id`,
    find: (organization, id) =>
      Effect.map(
        sql<KeyRow>`
          select ${sql.literal(keyColumns)} from api_keys k join users u on u.id = k.user_id
          where k.organization_id = ${organization} and k.id = ${id}`,
        ([row]) => row ?? null
      ),
    rotate: (change) => inTransaction(rotateKey(change)).pipe(Effect.withSpan("Keys.rotate")),
    revoke: (change) => inTransaction(revokeKey(change)).pipe(Effect.withSpan("Keys.revoke")),
    suspend: (change) => inTransaction(setKeySuspension(change, true)).pipe(Effect.withSpan("Keys.suspend")),
    resume: (change) => inTransaction(setKeySuspension(change, false)).pipe(Effect.withSpan("Keys.resume")),
    tighten: (change, approvals) => inTransaction(setKeyApprovals(change, approvals, "tighten")),
    loosen: (change, approvals) => inTransaction(setKeyApprovals(change, approvals, "loosen"))
  }
})

export class Keys extends Context.Tag("@adwarden/Keys")<Keys, KeysShape>() {
  static readonly layer: Layer.Layer<Keys, never, SqlClient.SqlClient> = Layer.effect(Keys, make)
}
