import { Schema } from "effect"
import {
  ActionId,
  Count,
  described,
  OneOf,
  optional,
  QueuedWriteId,
  TaskId,
  Timestamp
} from "../values/index.ts"

const Details = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const Actor = Schema.Struct({
  type: OneOf("api_key", "user", "engine"),
  prefix: optional(Schema.String, "Environment prefix and first characters of the key"),
  last_four: optional(Schema.String),
  user: optional(Schema.String, "E-mail of the person behind it")
})

export const ActionEntry = Schema.Struct({
  id: ActionId,
  at: Timestamp,
  source: described(OneOf("dashboard", "engine"), "A direct edit, or an applied recommendation"),
  actor: Actor,
  op: Schema.String,
  campaign: Schema.NullOr(Schema.String),
  detail: Schema.String,
  undone: Schema.Boolean
})

export const taskFailureReasons = [
  "task_error",
  "stuck_timeout",
  "killed_by_restart",
  "worker_shutdown",
  "setup_required",
  "google_ads_refused",
  "google_ads_connection_broken"
] as const

export const Task = Schema.Struct({
  task_tracking_id: TaskId,
  type: Schema.String,
  status: OneOf("queued", "running", "completed", "failed"),
  progress: described(Count, "0 until completion, then 100"),
  stage: optional(Schema.String, "What it is doing"),
  result: optional(Details, "On completed campaign tasks: campaign, url, state, synced_at"),
  error: optional(
    Schema.Struct({
      reason: OneOf(...taskFailureReasons),
      message: described(Schema.String, "What happened and what to do next")
    })
  )
})

export const QueuedWrite = Schema.Struct({
  id: QueuedWriteId,
  status: OneOf("pending", "approved", "rejected", "failed"),
  operation: Schema.String,
  requested_at: Timestamp,
  reason: optional(Schema.String, "Why it was rejected or failed, for example expired"),
  result: optional(Details, "What an approved change did, for example action_id")
})

/** Wherever something moves: from what, to what. */
const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number))
export const FromTo = Schema.Struct({ from: Value, to: Value })
export const FieldChanges = Schema.Record({ key: Schema.String, value: FromTo })
export const PreviewHash = described(
  Schema.String,
  "Send it as preview_hash with dry_run false, and the call is refused if the plan changed meanwhile"
)
