import { Schema } from "effect"
import {
  ActionId,
  Count,
  described,
  Flag,
  Line,
  OneOf,
  optional,
  QueuedWriteId,
  Sentence,
  TaskId,
  ThirdPartyText,
  Timestamp,
  thirdParty,
  withDefault
} from "../values/index.ts"

/** It is shown as a quotation, never as words of the service. */
const Comment = described(ThirdPartyText, "Why, in the requester's own words")

const Details = thirdParty(Schema.Record({ key: Schema.String, value: Schema.Unknown }))

/** A sentence of ours that can quote names, keywords or messages of the ad platform. */
const QuotingSentence = thirdParty(Sentence)

export const Actor = Schema.Struct({
  type: OneOf("api_key", "user", "engine"),
  prefix: optional(Schema.String, "Environment prefix and first characters of the key"),
  last_four: optional(Schema.String),
  user: optional(Schema.String, "Email of the person behind it")
})

/** A value before or after a change. */
const Value = Schema.NullOr(Schema.Union(Schema.String, Schema.Number))
/** That of a setting, which can be on or off. */
const SettingValue = Schema.Union(Schema.String, Schema.Number, Schema.Boolean, Schema.Null)

/** A setting of a campaign that others changed in the ad platform. */
const OutsideChange = Schema.Struct({
  field: OneOf("name", "budget", "target_cpa", "ai_max", "state"),
  ours: thirdParty(SettingValue),
  theirs: thirdParty(SettingValue),
  by: described(Schema.NullOr(ThirdPartyText), "Null if unknown"),
  at: Schema.NullOr(Timestamp)
})

export const ActionEntry = Schema.Struct({
  id: ActionId,
  at: Timestamp,
  source: described(OneOf("dashboard", "engine"), "A direct edit, or an applied recommendation"),
  actor: Actor,
  op: Schema.String,
  campaign: Schema.NullOr(Schema.String),
  detail: ThirdPartyText,
  undone: Schema.Boolean,
  comment: optional(Comment),
  sync_error: optional(QuotingSentence, "Why the ad platform rejected it, and what to do"),
  outside_change: optional(
    Schema.Array(Schema.Struct({ ...OutsideChange.fields, replaced: Schema.Boolean })),
    "What others had changed there, found when it was sent"
  )
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

/** What a draft still needs, and the operation or page that gives it. */
export const Need = Schema.Struct({ need: Schema.String, message: thirdParty(Sentence) })

/** Each type of task has its own fields; the sentences among them name operations. */
const TaskResult = thirdParty(
  Schema.Struct({ needs: optional(Schema.Array(Need)) }, { key: Schema.String, value: Schema.Unknown })
).annotations({ jsonSchema: { type: "object" } })

export const Task = Schema.Struct({
  task_tracking_id: TaskId,
  type: Schema.String,
  status: OneOf("queued", "running", "completed", "failed"),
  progress: described(Count, "0 until completion, then 100"),
  stage: optional(QuotingSentence, "What it is doing now, in a short sentence"),
  result: optional(TaskResult, "On completed campaign tasks: campaign, url, state, synced_at"),
  error: optional(
    Schema.Struct({
      reason: OneOf(...taskFailureReasons),
      message: described(QuotingSentence, "What happened and what to do next")
    })
  )
})

export const queuedWriteStatuses = ["pending", "approved", "rejected", "failed"] as const

export const QueuedWrite = Schema.Struct({
  id: QueuedWriteId,
  status: OneOf(...queuedWriteStatuses),
  operation: Schema.String,
  requested_at: Timestamp,
  requested_by: optional(Actor),
  mine: optional(Schema.Boolean, "Whether this credential requested it, so that it can withdraw it"),
  expires_at: optional(Timestamp, "Rejected as expired unless decided before"),
  campaign: optional(Schema.NullOr(Schema.String), "Slug of the first affected campaign"),
  summary: optional(ThirdPartyText, "What it would do, in one sentence, as the approver reads it"),
  comment: optional(Comment),
  would_change: optional(Details, "What the preview showed"),
  warnings: optional(Schema.Array(QuotingSentence), "Warnings of the preview"),
  may_decide: optional(Schema.Array(Schema.String), "The roles that can approve or reject it"),
  url: optional(Schema.String, "The page for that"),
  reason: optional(
    QuotingSentence,
    "Why it was rejected or failed, for example expired, withdrawn or outdated"
  ),
  result: optional(Details, "What an approved change did, for example action_id")
})

/** The input fields of every guarded write. */
export const guardedInput = {
  dry_run: withDefault(Flag, true, "false executes"),
  preview_hash: optional(Line(128), "From the preview")
}

/** The input fields of every write; over HTTP they are a header. */
export const idempotentInput = {
  idempotency_key: optional(Line(255), "For retries")
}

/** The input fields of every write that can be held for approval. */
export const heldInput = { comment: optional(Line(300), "For the approver"), ...idempotentInput }

/** The errors of writes that change what a campaign shows or which searches it bids on. */
export const contentErrors = [
  "not_found",
  "channel_not_supported",
  "ad_account_not_linked",
  "ad_platform_connection_incomplete",
  "unavailable"
] as const

export const FromTo = Schema.Struct({ from: Value, to: Value })
export const FieldChanges = thirdParty(
  Schema.Record({ key: Schema.String, value: Schema.Struct({ from: SettingValue, to: SettingValue }) })
)

/** Codes of the warnings that count: `require_preview` asks for a preview of a plan that has one. */
export const warningCodes = ["conversions_lost", "keywords_blocked", "raised_repeatedly"] as const
export type WarningCode = (typeof warningCodes)[number]

const warningCodesOutput = {
  warning_codes: optional(Schema.Array(OneOf(...warningCodes)), "Codes of the warnings that count")
}

/** The fields of a preview of keywords, which have no settings that others could have changed. */
export const contentPreviewOutput = {
  dry_run: Schema.Literal(true),
  campaign: optional(Schema.String, "Slug of the affected campaign"),
  needs_approval: optional(Schema.Boolean, "Whether the execution needs approval"),
  warnings: optional(Schema.Array(QuotingSentence), "What will probably fail or waste spend"),
  ...warningCodesOutput,
  platform_check: optional(
    Schema.Struct({
      verdict: OneOf("accepted", "refused", "unchecked"),
      reason: described(Schema.NullOr(QuotingSentence), "Why it was refused or not checked")
    }),
    "Result of the ad platform's own check; omitted if nothing is sent"
  ),
  blocked_reason: optional(QuotingSentence, "Why it would be rejected; omitted otherwise"),
  preview_hash: optional(
    Schema.String,
    "Send it with dry_run false: the call is rejected if the plan changed"
  )
}

/** The fields of every other preview: all its conflicts. */
export const previewOutput = {
  ...contentPreviewOutput,
  outside_change: optional(
    Schema.Array(OutsideChange),
    "What others changed in the ad platform: it is not overwritten unless this lowers it; accept it first"
  )
}

/** The figures of a limit that a preview exceeds, the same as in the error. */
export const limitsOutput = {
  allowed_min: optional(Schema.Number),
  allowed_max: optional(Schema.Number),
  monthly_cap: optional(Schema.Number),
  allowed_max_daily: optional(Schema.Number)
}

/** The state of an executed change's push to the ad platform. */
export const syncOutput = {
  sync: optional(Schema.Literal("pending"), "The ad platform receives it afterwards"),
  warnings: optional(Schema.Array(QuotingSentence), "Why it waits longer and what to do, and what counts"),
  ...warningCodesOutput
}

/** Traffic of the last 30 days, such as what a change would stop: shares of the campaign as fractions, and amounts. */
export const Share = Schema.Struct({
  clicks: Schema.Number,
  cost: Schema.Number,
  conversions: Schema.Number,
  clicks_30d: optional(Schema.Number),
  cost_30d: optional(Schema.Number),
  conversions_30d: optional(Schema.Number)
})
