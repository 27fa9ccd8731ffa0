import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** Rejects what nobody decided on in seven days, which frees the headroom it held; answers how many. */
export const expireApprovals: Effect.Effect<number, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Whoever is deciding on one at this moment has it locked, and finds out for themselves.
  const rows = yield* sql`
    update queued_writes set status = 'rejected', reason = 'expired', decided_at = clock_timestamp()
    where (organization_id, id) in (select organization_id, id from queued_writes
      where status = 'pending' and claimed_at is null and expires_at <= now() for update skip locked)
    returning id`
  return rows.length
})
