import { Schema } from "effect"
import { ActionId, surfaces } from "../contract/index.ts"
import { storedColumn, storedList } from "../storage/stored-json.ts"
import { Sentence } from "./sentence.ts"

/*
 * What the engine keeps as JSON. Each has a version and is decoded when it is read: another process, or a later
 * version of the service, may be the one that reads it. (`executions.requester` and `.input` and `actions.undone_by`
 * are kept for people; nothing reads them.)
 */

const NotRestorable = Schema.Struct({ what: Schema.String, reason: Schema.String })

/** One edit that was made: what it set and what was there before, in the words of its kind. */
const ExecutedStep = Schema.Struct({
  kind: Schema.String,
  version: Schema.Int,
  sentence: Sentence,
  trace: Schema.Unknown
})

const ExecutedAction = Schema.Struct({
  action: ActionId,
  undone: Schema.Boolean,
  campaign: Schema.NullOr(Schema.Int),
  lost: Schema.Array(NotRestorable),
  steps: Schema.Array(ExecutedStep)
})

/** How far an execution has come. */
const ExecutionProgress = Schema.Struct({
  version: Schema.optionalWith(Schema.Literal(1), { default: () => 1 as const }),
  actions: Schema.Array(ExecutedAction),
  task: Schema.NullOr(Schema.Int),
  syncPending: Schema.Boolean,
  warnings: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  /** The account that it goes to first, where it does. */
  account: Schema.NullOr(Schema.String),
  /** Whether the platform was looked at, and so may have been written to since. */
  looked: Schema.Boolean
})
export type ExecutionProgress = typeof ExecutionProgress.Type

/** All steps of an execution, in the order of its actions. */
export const stepsIn = (work: ExecutionProgress) => work.actions.flatMap(({ steps }) => steps)

/** Replaces the steps of an execution; `steps` has as many, in the same order. */
export const withSteps = (
  work: ExecutionProgress,
  steps: ReadonlyArray<typeof ExecutedStep.Type>
): ExecutionProgress => {
  const remaining = [...steps]
  return {
    ...work,
    actions: work.actions.map((action) => ({ ...action, steps: remaining.splice(0, action.steps.length) }))
  }
}

/** How a direct call tells that the platform did not do it. */
const PlatformRefusal = Schema.Struct({
  code: Schema.Literal(
    "validation_error",
    "ad_account_not_linked",
    "ad_platform_connection_incomplete",
    "unavailable"
  ),
  /** The field of the call that it is about. */
  field: Schema.String,
  /** With the platform's own words, where it said any. */
  message: Schema.String
})
export type PlatformRefusal = typeof PlatformRefusal.Type

/** What an execution came to, for whoever asks again. */
const StoredOutcome = Schema.Union(
  Schema.Struct({ held: Schema.String }),
  Schema.Struct({ refused: PlatformRefusal }),
  // Last, because it asks the least.
  Schema.Struct({ output: Schema.Unknown })
)
export type StoredOutcome = typeof StoredOutcome.Type

/** The request's audit event, all but how it ended. */
const StoredAudit = Schema.Struct({
  organization_id: Schema.NullOr(Schema.Int),
  actor_type: Schema.NullOr(Schema.Literal("api_key", "user")),
  user_email: Schema.NullOr(Schema.String),
  key_prefix: Schema.NullOr(Schema.String),
  key_last_four: Schema.NullOr(Schema.String),
  at: Schema.String,
  request_id: Schema.String,
  surface: Schema.Literal(...surfaces),
  operation: Schema.NullOr(Schema.String),
  method: Schema.NullOr(Schema.String),
  path: Schema.NullOr(Schema.String),
  ip: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String)
})

/** What an approved change came to: its answer, told as it is. */
const StoredOutput = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const progressColumn = storedColumn("executions.work", ExecutionProgress)
export const outcomeColumn = storedColumn("executions.answer", StoredOutcome)
export const auditColumn = storedColumn("executions.audit", StoredAudit)
export const queuedResultColumn = storedColumn("queued_writes.result", StoredOutput)
export const stepsColumn = storedList("actions.steps", ExecutedStep)
