import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { NotFound, type OperationName, type Scope } from "../../contract/index.ts"
import { NotPending } from "./decision.ts"

/** A queued write with all that is needed to decide on it. */
export interface QueuedWrite {
  readonly id: string
  readonly status: "pending" | "approved" | "rejected" | "failed"
  readonly operation: OperationName
  readonly input: object
  readonly preview: object | null
  readonly campaign: string | null
  readonly requester_type: "api_key" | "user" | "engine"
  readonly requester_user_id: number
  readonly requester_user_email: string
  readonly requester_key_id: number | null
  readonly requester_key_prefix: string | null
  readonly requester_key_last_four: string | null
  readonly requester_connection_id: string | null
  readonly requester_scopes: ReadonlyArray<Scope>
  readonly request_id: string | null
  readonly requested_at: string
  readonly expires_at: string
  readonly decided_by: string | null
  readonly reason: string | null
  readonly result: object | null
  /** Approved, and on its way to the platform. */
  readonly claimed: boolean
  /** Its seven days are over, whether or not the job has come by. */
  readonly expired: boolean
}

export const queuedWrites = `
  select q.id, q.status, q.operation, q.input, q.preview, c.slug as campaign, q.requester_type, q.requester_user_id,
    q.requester_user_email, q.requester_key_id, q.requester_key_prefix, q.requester_key_last_four,
    q.requester_connection_id, q.requester_scopes, q.request_id, q.requested_at, q.expires_at,
    u.email as decided_by, q.reason, q.result, q.claimed_at is not null as claimed,
    q.status = 'pending' and q.claimed_at is null and q.expires_at <= now() as expired
  from queued_writes q
  left join campaigns c on c.organization_id = q.organization_id and c.id = q.campaign_id
  left join users u on u.id = q.decided_by`

/** Locked: whoever else wants to decide on it waits, and then finds it decided. */
export const findQueuedWrite = (organization: number, id: string, lock = false) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<QueuedWrite>`${sql.literal(queuedWrites)}
      where q.organization_id = ${organization} and q.id = ${id}
      ${sql.literal(lock ? "for no key update of q" : "")}`
    const next = "List what waits for approval."
    return row ?? (yield* new NotFound({ what: `The queued write ${id}`, next }))
  })

export const stillPending = (found: QueuedWrite): Effect.Effect<void, NotPending> => {
  const { claimed, decided_by: by, expired, id, reason, status } = found
  if (expired) return new NotPending({ id, status: "rejected", by: null, reason: "expired" })
  return status === "pending" && !claimed ? Effect.void : new NotPending({ id, status, by, reason })
}
