import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/**
 * Writes down what came of an approved change, once: only what is pending ever changes, so that whoever is
 * first (the approver's call, or the job that finishes what a dead host had begun) has the word.
 */
export const settleApproved = (organization: number, id: string, output: unknown) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update queued_writes set status = 'approved', decided_at = clock_timestamp(), claimed_at = null,
        result = ${JSON.stringify(output)}::jsonb
      where organization_id = ${organization} and id = ${id} and status = 'pending'`
  ).pipe(Effect.asVoid)

/** It was approved and could not be carried out; answers whether this call was the one to say so. */
export const settleFailed = (organization: number, id: string, reason: string, by?: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      update queued_writes set status = 'failed', decided_at = clock_timestamp(), claimed_at = null,
        decided_by = coalesce(${by ?? null}, decided_by), reason = ${reason}
      where organization_id = ${organization} and id = ${id} and status = 'pending' returning id`
    return rows.length > 0
  })
