import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { UndoConflict } from "../../contract/index.ts"

/**
 * The latest action after this one that moved any of the same things and still stands. It stands in the way
 * even where it happened to set the same value: bringing back what was before both would undo it unasked.
 */
export const conflictAfter = (organization: number, sequence: number, same: ReadonlyArray<object>) =>
  Effect.gen(function* () {
    if (same.length === 0) return null
    const sql = yield* SqlClient.SqlClient
    const patterns = same.map((piece) => JSON.stringify([piece]))
    const [later] = yield* sql<{ id: string }>`
      select id from actions
      where organization_id = ${organization} and sequence > ${sequence} and undone_at is null
        and state <> 'failed' and inverse @> any(${patterns}::jsonb[])
      order by sequence desc limit 1`
    return later === undefined ? null : new UndoConflict({ conflicting_action_id: later.id })
  })
