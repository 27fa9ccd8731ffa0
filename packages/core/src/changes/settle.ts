import { Effect } from "effect"
import { lockOrganization } from "../access/organizations.ts"
import { recordInTransaction } from "../audit/trail.ts"
import {
  AdAccountNotLinked,
  AdPlatformConnectionIncomplete,
  statusOf,
  Unavailable,
  ValidationError,
  writeByName
} from "../contract/index.ts"
import { markExecuted, markFailed, markUndone, type UndoneBy } from "../log/action-log.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { AuditDraft } from "../request/clearance.ts"
import { inTransaction, runSql } from "../storage/index.ts"
import { type Execution, findExecution } from "./executions.ts"
import type { Holds } from "./holds.ts"
import { refundQuota } from "./quota.ts"
import type { ExecutionProgress, PlatformRefusal, StoredOutcome } from "./stored.ts"

const notLinked = new Set(["ACCOUNT_NOT_LINKED", "ACCOUNT_LINK_PENDING"])

/** Returns the refusal of a direct call. Use it only if the platform has certainly not done the change. */
export const platformRefusal = (failure: ReadFailure, field: string): PlatformRefusal => {
  const { message } = failure
  switch (failure._tag) {
    case "PlatformRefused":
      return failure.meaning === "no_access"
        ? { code: "ad_account_not_linked", field, message }
        : { code: "validation_error", field, message }
    case "SetupRequired":
      return {
        code: notLinked.has(failure.code) ? "ad_account_not_linked" : "ad_platform_connection_incomplete",
        field,
        message
      }
    case "ConnectionBroken":
      return { code: "ad_platform_connection_incomplete", field, message }
    case "PlatformUnreachable":
      return { code: "unavailable", field, message }
  }
}

/** Returns the service error of a refusal. */
export const errorOfRefusal = ({ code, field, message }: PlatformRefusal) => {
  switch (code) {
    case "validation_error":
      return new ValidationError({
        fields: [
          { path: field, message: `the ad platform declined the change: ${message.replace(/\.$/, "")}` }
        ]
      })
    case "ad_account_not_linked":
      return new AdAccountNotLinked()
    case "ad_platform_connection_incomplete":
      return new AdPlatformConnectionIncomplete({ because: message })
    case "unavailable":
      return new Unavailable({
        retryAfter: 30,
        because: "The ad platform cannot be reached right now, and nothing was changed."
      })
  }
}

/** The end of an execution. */
type Settlement =
  | { readonly executed: ExecutionProgress; readonly output: unknown }
  /** The platform declined an undo: nothing was done, and that is the response. */
  | { readonly declined: ExecutionProgress; readonly output: unknown; readonly refusal: PlatformRefusal }
  | { readonly refused: PlatformRefusal }

export const toUndoneBy = (audit: AuditDraft, queuedWrite: string | null): UndoneBy => ({
  type: audit.actor_type,
  user: audit.user_email,
  prefix: audit.key_prefix,
  last_four: audit.key_last_four,
  request_id: audit.request_id,
  queued_write_id: queuedWrite
})

/** Marks the actions that a write has undone. */
export const markAllUndone = (
  organization: number,
  actions: ExecutionProgress["actions"],
  undoneBy: UndoneBy
) =>
  Effect.forEach(
    actions,
    ({ action, undone }) => (undone ? markUndone(organization, action, undoneBy) : Effect.void),
    { discard: true }
  )

/**
 * Applies the consequences of an executed change: marks undone actions, settles the queued write and records
 * the audit event.
 */
export const applyConsequences = Effect.fnUntraced(function* (
  holds: Holds["Type"],
  organization: number,
  work: Pick<ExecutionProgress, "actions">,
  details: { readonly audit: AuditDraft; readonly queuedWrite: string | null; readonly status: number },
  output: unknown
) {
  yield* markAllUndone(organization, work.actions, toUndoneBy(details.audit, details.queuedWrite))
  if (details.queuedWrite !== null)
    yield* holds.settle(organization, details.queuedWrite, { approved: output })
  yield* recordInTransaction(details.audit, { status_code: details.status, error_code: null })
})

const closeExecution = (
  { id, organization }: Execution,
  state: "executed" | "unchanged" | "refused",
  answer: StoredOutcome,
  work: ExecutionProgress
) =>
  runSql`
      update executions set state = ${state}, settled_at = now(), affected_keys = '{}',
        work = ${JSON.stringify(work)}::jsonb, answer = ${JSON.stringify(answer)}::jsonb,
        idempotency_owner = case when ${state === "refused"} then null else idempotency_owner end,
        idempotency_key = case when ${state === "refused"} then null else idempotency_key end
      where organization_id = ${organization} and id = ${id}`

const settleWith = (holds: Holds["Type"], now: Execution, settlement: Settlement) =>
  Effect.gen(function* () {
    const { audit, operation, organization, queuedWrite, quotaDay } = now
    const status = writeByName.get(operation)!.success
    if ("executed" in settlement) {
      const { executed, output } = settlement
      yield* closeExecution(now, "executed", { output }, executed)
      for (const action of executed.actions) {
        if (!action.undone) yield* markExecuted(organization, action)
      }
      return yield* applyConsequences(holds, organization, executed, { audit, queuedWrite, status }, output)
    }
    const partly = now.work.settled !== undefined
    // The write had no effect: refund the quota. After a refusal its idempotency key may be used again.
    if (quotaDay !== null && !partly) yield* refundQuota(organization, quotaDay)
    if ("declined" in settlement) {
      const { declined, output } = settlement
      yield* closeExecution(now, partly ? "executed" : "unchanged", { output }, declined)
      if (queuedWrite !== null)
        yield* holds.settle(organization, queuedWrite, { approved: settlement.output })
      return yield* recordInTransaction(audit, { status_code: status, error_code: null })
    }
    const { refused } = settlement
    yield* closeExecution(now, "refused", { refused }, now.work)
    for (const { action, undone } of now.work.actions) {
      if (!undone) yield* markFailed(organization, action, refused.message)
    }
    if (queuedWrite !== null) {
      // An unavailable platform is no refusal, so the write is pending again.
      const ending = refused.code === "unavailable" ? "released" : { failed: errorOfRefusal(refused) }
      yield* holds.settle(organization, queuedWrite, ending)
    }
    const error = errorOfRefusal(refused)
    yield* recordInTransaction(audit, { status_code: statusOf(error), error_code: error._tag })
  })

/**
 * Updates or ends an open execution exactly once. A second process finds it settled and takes the stored
 * result. It locks the organization first, as every writer does, to avoid a deadlock.
 */
export const updateOpenExecution = <E, R>(
  { id, organization }: Pick<Execution, "id" | "organization">,
  step: (now: Execution) => Effect.Effect<unknown, E, R>
) =>
  inTransaction(
    Effect.gen(function* () {
      yield* lockOrganization(organization)
      const now = (yield* findExecution(organization, id, true))!
      if (now.state !== "open") return now
      yield* step(now)
      return (yield* findExecution(organization, id))!
    })
  )

/** Settles an execution. `ending` runs inside the transaction, with the execution as it is then. */
export const settle = <E, R>(
  holds: Holds["Type"],
  execution: Pick<Execution, "id" | "organization">,
  settlement: (now: Execution) => Effect.Effect<Settlement, E, R>
) =>
  updateOpenExecution(execution, (now) =>
    Effect.flatMap(settlement(now), (how) => settleWith(holds, now, how))
  )
