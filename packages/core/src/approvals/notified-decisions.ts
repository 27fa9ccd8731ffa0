import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"
import { type QueuedWrite, withdrawnReason } from "./queued-write.ts"

/** A requester with decisions to be told. */
interface NotifiedRequester {
  readonly organization_id: number
  readonly user_id: number
}

/**
 * Marks the decisions of the last day as told, except those that requesters made themselves. A requester who was told
 * within the hour waits for the rest. Returns whom to tell, in this transaction.
 */
export const claimDecisions: Effect.Effect<
  ReadonlyArray<NotifiedRequester>,
  SqlError,
  SqlClient.SqlClient
> = Effect.suspend(
  () => runSql<NotifiedRequester>`
    with told as (
      update queued_writes q set requester_told_at = now()
      where status <> 'pending' and requester_told_at is null and decided_at > now() - interval '1 day'
        and decided_by is distinct from requester_user_id and reason is distinct from ${withdrawnReason}
        and not exists (select 1 from queued_writes before where before.organization_id = q.organization_id
          and before.requester_user_id = q.requester_user_id
          and before.requester_told_at > now() - interval '1 hour')
      returning organization_id, requester_user_id as user_id)
    select distinct organization_id, user_id from told order by organization_id, user_id`
)

/** A decision as an email tells it. */
export type NotifiedDecision = Pick<QueuedWrite, "id" | "status" | "summary" | "reason" | "decided_by">

/** Reads the decisions that an email of this moment tells a requester. */
export const decisionsNotifiedAt = (
  organization: number,
  requester: number,
  at: string
): Effect.Effect<ReadonlyArray<NotifiedDecision>, SqlError, SqlClient.SqlClient> =>
  runSql<NotifiedDecision>`
    select id, status, summary, reason, decided_by from queued_writes
    where organization_id = ${organization} and requester_user_id = ${requester}
      and requester_told_at = ${at}::timestamptz
    order by decided_at, id`
