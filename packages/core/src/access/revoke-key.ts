import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"
import { lockKey, requireKeyAccess } from "./find-key.ts"
import type { KeyChange, KeyError, KeyRow } from "./key.ts"
import { findMember } from "./membership.ts"

/**
 * Revokes a key permanently: nothing resets revoked_at. A second revocation is not an error, and the first
 * time is kept.
 */
export const revokeKey = (
  change: KeyChange
): Effect.Effect<KeyRow, KeyError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const member = yield* findMember(change.organization, change.by)
    const { user_id, ...key } = yield* lockKey(member.organization_id, change.key)
    yield* requireKeyAccess(member, { ...key, user_id })
    if (key.status === "revoked") return key
    const rows = yield* runSql<{ revoked_at: string }>`
      update api_keys set revoked_at = now(), revoked_by = ${member.user_id}, revoked_reason = 'revoked by a person'
      where organization_id = ${member.organization_id} and id = ${key.id}
      returning revoked_at`
    return { ...key, status: "revoked", revoked_at: rows[0]!.revoked_at }
  })
