import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { actorColumns } from "../action-log.ts"
import type { Act } from "../change.ts"

/** Who undid it, in the shape of an actor, with what is needed to follow it up. */
export interface UndoneBy {
  readonly type: string
  readonly user: string
  readonly prefix?: string
  readonly last_four?: string
  readonly request_id: string
  readonly queued_write_id?: string
}

export const undoneBy = ({ clearance, queuedWrite }: Act): UndoneBy => {
  const { email, lastFour, prefix, type } = actorColumns(clearance.caller)
  return {
    type,
    user: email,
    ...(prefix === null ? {} : { prefix }),
    ...(lastFour === null ? {} : { last_four: lastFour }),
    request_id: clearance.request.id,
    ...(queuedWrite === null ? {} : { queued_write_id: queuedWrite })
  }
}

/** Marks the action as undone, and its recommendation once none of its actions stands any more. */
export const markUndone = (organization: number, action: string, by: UndoneBy) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ recommendation_id: string | null }>`
      update actions set undone_at = clock_timestamp(), undone_by = ${JSON.stringify(by)}::jsonb, undoing = null
      where organization_id = ${organization} and id = ${action} and undone_at is null
      returning recommendation_id`
    const recommendation = row?.recommendation_id ?? null
    if (recommendation === null) return
    yield* sql`
      update recommendations set status = 'undone', undone_at = now(), updated_at = now()
      where organization_id = ${organization} and id = ${recommendation} and status = 'applied'
        and not exists (select from actions where organization_id = ${organization} and undone_at is null
          and recommendation_id = ${recommendation} and state <> 'failed')`
  })
