import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { NotFound, RoleDenied, ValidationError } from "../contract/index.ts"
import { runSql, sqlText } from "../storage/index.ts"
import { insertKey } from "./create-key.ts"
import {
  formatKeyRef,
  type KeyChange,
  type KeyError,
  type KeyRef,
  type KeyRotation,
  type KeyRow,
  keyColumns,
  maxOverlapHours,
  type RotatedKey
} from "./key.ts"
import { findMember, type Member, notAMemberError, requireGrantable } from "./membership.ts"

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
 * Replaces a key. The replacement has the same name and scopes and belongs to the person who rotates, so
 * their role must allow those scopes. A key is replaced once: a second rotation would create two
 * indistinguishable successors.
 */
export const rotateKey = ({
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
export const revokeKey = (
  change: KeyChange
): Effect.Effect<KeyRow, KeyError | SqlError, SqlClient.SqlClient> =>
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
export const setKeySuspension = (
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
