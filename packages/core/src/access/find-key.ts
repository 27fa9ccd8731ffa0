import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { NotFound, RoleDenied } from "../contract/index.ts"
import { formatKeyRef, type KeyRef, type KeyRow, keyColumns } from "./key.ts"
import type { Member } from "./membership.ts"

interface LockedKey extends KeyRow {
  readonly user_id: number
}

/** Finds a key of the organization and locks it until the transaction ends. */
export const lockKey = (
  organizationId: number,
  ref: KeyRef
): Effect.Effect<LockedKey, NotFound | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const condition =
      "id" in ref ? sql`k.id = ${ref.id}` : sql`k.prefix = ${ref.prefix} and k.last_four = ${ref.last_four}`
    const matches = yield* sql<LockedKey>`
      select ${sql.literal(keyColumns)}, k.user_id
      from api_keys k join users u on u.id = k.user_id
      where k.organization_id = ${organizationId} and ${condition}
      order by k.id
      for update of k`
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
export const requireKeyAccess = (member: Member, key: LockedKey): Effect.Effect<void, RoleDenied> =>
  member.user_id === key.user_id || member.role === "owner"
    ? Effect.void
    : Effect.fail(new RoleDenied({ required_role: "owner" }))
