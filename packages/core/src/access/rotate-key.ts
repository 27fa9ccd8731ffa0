import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { NotFound } from "../contract/index.ts"
import { runSql } from "../storage/index.ts"
import { insertKey } from "./create-key.ts"
import { lockKey, requireKeyAccess } from "./find-key.ts"
import { formatKeyRef, type KeyChange, type KeyError, type RotatedKey } from "./key.ts"
import { findMember, notAMemberError, requireGrantable } from "./membership.ts"

/**
 * Replaces a key. The replacement has the same name and scopes and belongs to the person who rotates, so
 * their role must allow those scopes. A key is replaced once: a second rotation would create two
 * indistinguishable successors.
 */
export const rotateKey = (
  change: KeyChange
): Effect.Effect<RotatedKey, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const rotator = yield* findMember(change.organization, change.by)
    if (rotator.role === null) return yield* notAMemberError(change.organization, rotator.email)
    const old = yield* lockKey(rotator.organization_id, change.key)
    yield* requireKeyAccess(rotator, old)
    if (old.status !== "active") {
      return yield* new NotFound({
        what: `An active key ${formatKeyRef(change.key)}`,
        next: `This one is ${old.status}. Create a new key instead.`
      })
    }
    yield* requireGrantable(old.scopes, rotator.role)
    const replacement = yield* insertKey({ ...rotator, name: old.name, scopes: old.scopes })
    const rows = yield* runSql<{ valid_until: string }>`
      update api_keys
      set replaced_by = ${replacement.id}, valid_until = least(now() + interval '48 hours', expires_at)
      where organization_id = ${rotator.organization_id} and id = ${old.id}
      returning valid_until`
    return { ...replacement, old_valid_until: rows[0]!.valid_until }
  })
