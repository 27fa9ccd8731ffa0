import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { approvalConfirmationProblem, readSecurityRules } from "../access/organization-access.ts"
import { lockAndRead, type OrganizationRules, readRules, rulesOf } from "../access/organizations.ts"
import { readRequester, requesterOf } from "../access/requester.ts"
import { confirmationProblem } from "../access/sessions.ts"
import { recordInTransaction } from "../audit/trail.ts"
import { PreviewRequired, PreviewStale, type ServiceError } from "../contract/index.ts"
import { authorizeRequester } from "../pipeline/authorize.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { deferStatements, makePlanningReader, type PlanningReader, runSql } from "../storage/index.ts"
import type { EngineError } from "./edit.ts"
import type { Engine } from "./engine.ts"
import { type ExecutionResult, executePlan } from "./execute-plan.ts"
import { findReplay, insertExecution, newExecutionId } from "./executions.ts"
import { type Committed, dailyRise } from "./guardrails/money.ts"
import type { ApprovedWrite, ExecuteOptions } from "./holds.ts"
import { type Outcome, unaudited } from "./outcome.ts"
import { busyProblem, makePlanContext, type PlatformReads, planWrite, platformReadProblem } from "./plan.ts"
import {
  buildPreview,
  codesOf,
  previewHash,
  renderPreview,
  requiresPreview,
  wasPreviewed
} from "./preview.ts"
import { quotaOf, writeQuotaProblem } from "./quota.ts"
import { errorOfRefusal } from "./settle.ts"
import { planDifferences } from "./stored-plan.ts"
import {
  type AnyWrite,
  isEmptyPlan,
  movesOf,
  type PlannedWrite,
  summaryOf,
  type WriteRequest
} from "./write.ts"

/**
 * Checks that a person confirmed who they are lately, if their own change raises spend above the owner's amount. Nobody
 * else approves it.
 */
const checkOwnRise = ({ caller, organization }: OrganizationClearance, planned: PlannedWrite) =>
  Effect.gen(function* () {
    if (confirmationProblem(caller) === null) return
    const rise = dailyRise(movesOf(planned))
    if (rise === 0) return
    const [rules] = yield* runSql(readSecurityRules(organization.id))
    const problem = approvalConfirmationProblem(caller, rise, rules!)
    if (problem !== null) return yield* problem
  })

/** The clearance as read again under the lock. Only the request knows its audit event, and what its session confirmed. */
const clearedAgain = (
  { audit, caller: sent }: OrganizationClearance,
  now: OrganizationClearance
): OrganizationClearance => {
  const caller =
    sent.kind === "person" && now.caller.kind === "person"
      ? { ...now.caller, confirmed: sent.confirmed }
      : now.caller
  return { ...now, caller, audit }
}

/** An outcome, or an execution that the platform must complete first. */
type RunResult = Outcome | Extract<ExecutionResult, { readonly kind: "open" }>

/** The state that was read under the organization's lock. */
interface LockedState {
  readonly rules: OrganizationRules
  readonly used: number
  readonly committed: Committed
  readonly busyKeys: ReadonlySet<string>
  readonly reader: PlanningReader
}

/** Returns how a plan differs from what its approver saw; empty if it is the same. */
const changesSinceQueued = (
  request: WriteRequest,
  { plan, previewHash: previewedHash }: ApprovedWrite,
  planned: PlannedWrite
): ReadonlyArray<string> => {
  if (plan !== null)
    return planDifferences(plan, planned).map(({ now, queued }) => `queued: ${queued}; now: ${now}`)
  return previewedHash === null || previewedHash === previewHash(request, planned)
    ? []
    : [`it would now be: ${summaryOf(planned)}`]
}

type Sql<A> = Effect.Effect<A, EngineError, SqlClient.SqlClient>

/** Returns the outcome of an earlier call with the same idempotency key, or null. */
const findReplayed = (request: WriteRequest, quota: Outcome["quota"]): Sql<Outcome | null> =>
  Effect.flatMap(findReplay(request), (stored): Effect.Effect<Outcome | null, ServiceError> => {
    if (stored === null) return Effect.succeed(null)
    if ("refused" in stored) return Effect.fail(errorOfRefusal(stored.refused))
    return Effect.succeed(
      "held" in stored
        ? { kind: "held", queuedWriteId: stored.held, alreadyQueued: true, quota, ...unaudited }
        : { kind: "replayed", output: stored.output, quota, ...unaudited }
    )
  })

/** Checks and plans a write, then leaves it unchanged, holds it or executes it. A refusal is a failure. */
const planAndExecute = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  request: WriteRequest,
  platformReads: PlatformReads,
  { busyKeys, committed, reader, rules, used }: LockedState,
  approved: ApprovedWrite | undefined
) {
  const { holds } = engine
  const { id } = request.clearance.organization
  const quota = quotaOf(used, engine.writeQuota)
  const queuedWriteId = approved?.id ?? null
  const context = makePlanContext(request.clearance, rules, committed, reader)
  const planned = yield* planWrite(
    engine.edits,
    write,
    context,
    request.parameters,
    platformReads,
    approved?.plan ?? undefined
  )
  if (request.previewHash !== null && request.previewHash !== previewHash(request, planned)) {
    return yield* new PreviewStale({ current: yield* renderPreview(holds, request, context, write, planned) })
  }
  const nothingToDo = isEmptyPlan(planned)
  const changed = approved === undefined || nothingToDo ? [] : changesSinceQueued(request, approved, planned)
  if (changed.length > 0) {
    const because = `The change is no longer what was queued (${changed.join("; ")}). Send it again to queue it as it is now.`
    return yield* new PreviewStale({
      current: yield* renderPreview(holds, request, context, write, planned),
      because
    })
  }
  if (planned.refusal?._tag === "preview_stale") {
    const current = yield* renderPreview(holds, request, context, write, planned)
    return yield* new PreviewStale({ ...planned.refusal, current })
  }
  if (planned.refusal !== null) return yield* Effect.fail(planned.refusal)
  // The rise is that of the plan now: a campaign that goes live may have another budget than when it was queued.
  const step = approved === undefined ? "execute" : yield* holds.admit(approved, dailyRise(movesOf(planned)))
  if (step !== "execute") {
    const approvalAudited = step === "record"
    return { kind: "unchanged", output: null, quota, audited: false, approvalAudited } satisfies RunResult
  }
  /** Stores the outcome for later calls with the same idempotency key; without a key there are none. */
  const storeOutcome = (state: "unchanged" | "held", answer: { output: unknown } | { held: string }) =>
    request.idempotencyKey === null
      ? Effect.void
      : deferStatements(
          insertExecution(request, {
            id: newExecutionId(),
            state,
            work: null,
            affectedKeys: [],
            answer,
            queuedWrite: queuedWriteId,
            usesQuota: false
          })
        )

  if (nothingToDo) {
    const output = write.unchanged(planned)
    if (queuedWriteId !== null) yield* holds.settle(id, queuedWriteId, { approved: output })
    yield* storeOutcome("unchanged", { output })
    return { kind: "unchanged", output, quota, ...unaudited } satisfies RunResult
  }
  const busy = busyProblem(busyKeys, planned)
  if (busy !== null) return yield* busy
  if (approved === undefined && holds.isHeld(request, context, planned)) {
    const preview = yield* buildPreview(holds, request, context, write, planned)
    const held = yield* holds.hold(request, context, planned, preview.render(null))
    yield* storeOutcome("held", { held: held.id })
    const { alreadyQueued } = held
    return {
      kind: "held",
      queuedWriteId: held.id,
      alreadyQueued,
      preview,
      quota,
      ...unaudited
    } satisfies RunResult
  }
  if (approved === undefined && request.previewHash === null) {
    const required = requiresPreview(request, context, write, planned)
    if (required && !(yield* wasPreviewed(request, previewHash(request, planned)))) {
      const preview = yield* renderPreview(holds, request, context, write, planned)
      return yield* new PreviewRequired({ codes: codesOf(planned), preview })
    }
  }
  if (approved === undefined) yield* checkOwnRise(request.clearance, planned)
  // Stopping spend always works, even if the day's writes are used up.
  const quotaProblem = planned.stopsSpend ? null : writeQuotaProblem(used, engine.writeQuota, new Date())
  if (quotaProblem !== null) return yield* quotaProblem
  const readProblem = platformReadProblem(platformReads, planned)
  if (readProblem !== null) return yield* readProblem
  const done = yield* executePlan(engine, write, request, context, planned, queuedWriteId)
  if (done.kind === "open") return done
  if (approved !== undefined) {
    yield* recordInTransaction(approved.approver.audit, { status_code: 200, error_code: null })
  }
  const quotaAfter = quotaOf(used + 1, engine.writeQuota)
  const approvalAudited = approved !== undefined
  return { ...done, quota: quotaAfter, audited: true, approvalAudited } satisfies RunResult
})

/** Clears a write as its caller is now, and returns its earlier outcome or executes it. */
const clearAndExecute = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  request: WriteRequest,
  platformReads: PlatformReads,
  locked: LockedState,
  approved: ApprovedWrite | undefined,
  clear: Sql<OrganizationClearance>
) {
  const now: WriteRequest = { ...request, clearance: clearedAgain(request.clearance, yield* clear) }
  return (
    (yield* findReplayed(now, quotaOf(locked.used, engine.writeQuota))) ??
    (yield* planAndExecute(engine, write, now, platformReads, locked, approved))
  )
})

/**
 * Runs a write inside its transaction. It checks the caller again, because a key may have been revoked
 * meanwhile.
 */
export const runUnderLock = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  request: WriteRequest,
  platformReads: PlatformReads,
  { approved, precondition = Effect.void }: ExecuteOptions
) {
  const { clearance, operation, parameters } = request
  const { id } = clearance.organization
  const requester = requesterOf(clearance)
  const reader = makePlanningReader()
  const statements = [
    readRules(id),
    engine.readUsage(id),
    engine.commitments.readUnreserved(id),
    readRequester(requester),
    ...(write.reads?.(id, parameters, clearance.caller) ?? [])
  ] as const
  const [[rules], [usage], [unreserved], [liveRequester]] = yield* lockAndRead(id, statements, reader)
  const { busy_keys, used, waiting } = usage!
  const committed = waiting
    ? (yield* reader.read(engine.commitments.read(id, approved?.id ?? null)))[0][0]
    : unreserved
  const locked: LockedState = {
    rules: rulesOf(rules!),
    used,
    committed: committed!,
    busyKeys: new Set(busy_keys),
    reader
  }
  const quota = quotaOf(used, engine.writeQuota)
  const run = clearAndExecute(
    engine,
    write,
    request,
    platformReads,
    locked,
    approved,
    approved === undefined
      ? Effect.zipRight(precondition, authorizeRequester(requester, liveRequester, operation, clearance))
      : engine.holds.clear(approved)
  )
  // A refused approval must leave no claim, so it is a failure, which rolls the transaction back.
  if (approved !== undefined) return yield* run
  return yield* Effect.catchIf(
    run,
    (error): error is ServiceError => error._tag !== "SqlError",
    (error) => Effect.succeed<RunResult>({ kind: "refused", error, quota, ...unaudited })
  )
})
