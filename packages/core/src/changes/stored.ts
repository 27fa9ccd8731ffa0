import { Schema } from "effect"
import { ActionId, surfaces, warningCodes } from "../contract/index.ts"
import { ExecutedStep } from "../log/action-log.ts"
import { storedColumn } from "../storage/stored-json.ts"

/*
 * The JSON that the engine stores. Each form has a version and is decoded when read, because another process
 * or a later version of the service may read it. (`executions.requester` and `.input` and `actions.undone_by`
 * are stored for people; no code reads them.)
 */

const NotRestorable = Schema.Struct({ what: Schema.String, reason: Schema.String })

const ExecutedAction = Schema.Struct({
  action: ActionId,
  undone: Schema.Boolean,
  campaign: Schema.NullOr(Schema.Int),
  lost: Schema.Array(NotRestorable),
  steps: Schema.Array(ExecutedStep)
})

/** The progress of an execution. */
const ExecutionProgress = Schema.Struct({
  version: Schema.optionalWith(Schema.Literal(1), { default: () => 1 as const }),
  actions: Schema.Array(ExecutedAction),
  settled: Schema.optionalWith(Schema.Array(ExecutedAction), { exact: true }),
  undoes: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        action: ActionId,
        campaign: Schema.NullOr(Schema.String),
        left: Schema.optionalWith(Schema.String, { exact: true })
      })
    ),
    { exact: true }
  ),
  task: Schema.NullOr(Schema.Int),
  syncPending: Schema.Boolean,
  warnings: Schema.optionalWith(Schema.Array(Schema.String), { exact: true }),
  warningCodes: Schema.optionalWith(Schema.Array(Schema.Literal(...warningCodes)), { exact: true }),
  /** The account of a platform-first execution, else null. */
  account: Schema.NullOr(Schema.String),
  /** Whether the platform's state was read, so that mutations may have been sent since. */
  looked: Schema.Boolean
})
export type ExecutionProgress = typeof ExecutionProgress.Type

/** Returns all steps of an execution, in the order of its actions. */
export const stepsIn = (work: ExecutionProgress) => work.actions.flatMap(({ steps }) => steps)

/** Replaces the steps of an execution; `steps` has the same length and order. */
export const withSteps = (work: ExecutionProgress, steps: ReadonlyArray<ExecutedStep>): ExecutionProgress => {
  const remaining = [...steps]
  return {
    ...work,
    actions: work.actions.map((action) => ({ ...action, steps: remaining.splice(0, action.steps.length) }))
  }
}

/** The platform's refusal in the response of a direct call. */
const PlatformRefusal = Schema.Struct({
  code: Schema.Literal(
    "validation_error",
    "ad_account_not_linked",
    "ad_platform_connection_incomplete",
    "unavailable"
  ),
  /** The input field that the refusal concerns. */
  field: Schema.String,
  /** The message, with the platform's own words if it sent any. */
  message: Schema.String
})
export type PlatformRefusal = typeof PlatformRefusal.Type

/** The stored outcome of an execution, for calls that repeat it. */
const StoredOutcome = Schema.Union(
  Schema.Struct({ held: Schema.String }),
  Schema.Struct({ refused: PlatformRefusal }),
  // Last, because it is the least specific.
  Schema.Struct({ output: Schema.Unknown })
)
export type StoredOutcome = typeof StoredOutcome.Type

/** The audit event of the request, without its outcome. */
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

/** The stored output of an approved change. */
const StoredOutput = Schema.Record({ key: Schema.String, value: Schema.Unknown })

export const progressColumn = storedColumn("executions.work", ExecutionProgress)
export const outcomeColumn = storedColumn("executions.answer", StoredOutcome)
export const auditColumn = storedColumn("executions.audit", StoredAudit)
export const queuedResultColumn = storedColumn("queued_writes.result", StoredOutput)
