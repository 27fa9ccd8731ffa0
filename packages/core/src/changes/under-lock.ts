import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { recordInTransaction } from "../audit/trail.ts"
import { PreviewStale, type ServiceError } from "../contract/index.ts"
import { authorizeRequester, readRequester, requesterOf } from "../pipeline/requester.ts"
import type { AuditDraft } from "../request/audit-event.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { bindStatement, deferStatements, inOneRoundTrip, statement } from "../storage/index.ts"
import { hold, isHeld, summaryOf } from "./approvals/hold.ts"
import { planDifferences, type QueuedPlan } from "./approvals/queued-plan.ts"
import { settleApproved } from "./approvals/queued-write.ts"
import type { EngineError } from "./edit.ts"
import type { Engine } from "./engine.ts"
import { type ExecutionResult, executePlan } from "./execute-plan.ts"
import { findReplay, insertExecution, newExecutionId } from "./executions.ts"
import { type OrganizationRules, readRules, rulesOf } from "./organization.ts"
import { type Outcome, unaudited } from "./outcome.ts"
import { busyProblem, makePlanContext, type PlatformReads, planWrite, platformReadProblem } from "./plan.ts"
import { errorOfRefusal } from "./platform-refusal.ts"
import { buildPreview, previewHash, renderPreview } from "./preview.ts"
import { quotaOf, writeQuotaProblem } from "./quota.ts"
import { type AnyWrite, isEmptyPlan, type PlannedWrite } from "./write.ts"
import type { WriteRequest } from "./write-request.ts"

/** A queued write that a person said yes to. */
export interface ApprovedWrite {
  readonly id: string
  /** The plan that the approver was shown, and all that is carried out; null for a write queued before plans were kept. */
  readonly plan: QueuedPlan | null
  /** The hash of the preview that the approver was shown. It decides where no plan was kept. */
  readonly previewHash: string | null
  /** The approver's own audit event, which is committed with the change. */
  readonly audit: AuditDraft
  /**
   * Runs under the organization's lock before anything else: claims the queued write for this approval and clears
   * its requester as they are now; or says what keeps it from being approved, which is not the change's fault.
   */
  readonly claimAndClear: Effect.Effect<OrganizationClearance, ServiceError | SqlError, SqlClient.SqlClient>
}

/** An answer, or an execution that the platform must do first. */
export type RunResult = Outcome | Extract<ExecutionResult, { readonly kind: "open" }>

/** What is true under the organization's lock. */
interface LockedState {
  readonly rules: OrganizationRules
  readonly used: number
  readonly committed: number
  readonly busyKeys: ReadonlySet<string>
  /** What the write asked to be read together with it. */
  readonly preloaded: ReadonlyArray<readonly [string, unknown]>
}

/** What a plan does differently from what its approver was shown; empty where it is the same. */
const changesSinceQueued = (
  request: WriteRequest,
  { plan, previewHash: previewedHash }: ApprovedWrite,
  planned: PlannedWrite
): ReadonlyArray<string> => {
  if (plan !== null) return planDifferences(plan, planned)
  return previewedHash === null || previewedHash === previewHash(request, planned)
    ? []
    : [`it would now be: ${summaryOf(planned)}`]
}

const noStatement = bindStatement(statement("select null"), [])

type Sql<A> = Effect.Effect<A, EngineError, SqlClient.SqlClient>

/** The answer that a call with the same idempotency key was given before, or null. */
const findReplayed = (request: WriteRequest, quota: Outcome["quota"]): Sql<Outcome | null> =>
  Effect.flatMap(findReplay(request), (stored): Effect.Effect<Outcome | null, ServiceError> => {
    if (stored === null) return Effect.succeed(null)
    if ("refused" in stored) return Effect.fail(errorOfRefusal(stored.refused))
    return Effect.succeed(
      "held" in stored
        ? { kind: "held", queued: stored.held, again: true, quota, ...unaudited }
        : { kind: "replayed", output: stored.output, quota, ...unaudited }
    )
  })

/** Judged, planned, and left alone, held or carried out; a refusal is a failure. */
const planAndExecute = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  request: WriteRequest,
  platformReads: PlatformReads,
  { committed, preloaded, rules, busyKeys, used }: LockedState,
  approved: ApprovedWrite | undefined
) {
  const { id } = request.clearance.organization
  const quota = quotaOf(used, engine.writeQuota)
  const queuedWriteId = approved?.id ?? null
  const context = makePlanContext(request.clearance, rules, committed, preloaded)
  const planned = yield* planWrite(
    engine.edits,
    write,
    context,
    request.parameters,
    platformReads,
    approved?.plan ?? undefined
  )
  if (request.previewHash !== null && request.previewHash !== previewHash(request, planned)) {
    return yield* new PreviewStale({ current: yield* renderPreview(request, context, write, planned) })
  }
  const nothingToDo = isEmptyPlan(planned)
  const changed = approved === undefined || nothingToDo ? [] : changesSinceQueued(request, approved, planned)
  if (changed.length > 0) {
    const because = `The change is no longer what was queued (${changed.join("; ")}). Send it again to queue it as it is now.`
    return yield* new PreviewStale({
      current: yield* renderPreview(request, context, write, planned),
      because
    })
  }
  if (planned.refusal?._tag === "preview_stale") {
    const current = yield* renderPreview(request, context, write, planned)
    return yield* new PreviewStale({ ...planned.refusal, current })
  }
  if (planned.refusal !== null) return yield* Effect.fail(planned.refusal)
  /** Kept for those who ask again with the same key; without one nobody can. */
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
    if (queuedWriteId !== null) yield* settleApproved(id, queuedWriteId, output)
    yield* storeOutcome("unchanged", { output })
    return { kind: "unchanged", output, quota, ...unaudited } satisfies RunResult
  }
  const busy = busyProblem(busyKeys, planned)
  if (busy !== null) return yield* busy
  if (approved === undefined && isHeld(request, context)) {
    const preview = yield* buildPreview(request, context, write, planned)
    const held = yield* hold(request, context, planned, preview.render(null))
    yield* storeOutcome("held", { held: held.id })
    const { again, id: queued } = held
    return { kind: "held", queued, again, preview, quota, ...unaudited } satisfies RunResult
  }
  // Stopping spend always works, also where the day's writes are used up.
  const quotaProblem = planned.stopsSpend ? null : writeQuotaProblem(used, engine.writeQuota, new Date())
  if (quotaProblem !== null) return yield* quotaProblem
  const again = platformReadProblem(platformReads, planned)
  if (again !== null) return yield* again
  const done = yield* executePlan(engine, write, request, context, planned, queuedWriteId)
  if (done.kind === "open") return done
  if (approved !== undefined) {
    yield* recordInTransaction(approved.audit, { status_code: 200, error_code: null })
  }
  const quotaAfter = quotaOf(used + 1, engine.writeQuota)
  const approvalAudited = approved !== undefined
  return { ...done, quota: quotaAfter, audited: true, approvalAudited } satisfies RunResult
})

/** The whole of a write inside its transaction. Callers are judged again here: a key may be revoked meanwhile. */
export const runUnderLock = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  request: WriteRequest,
  platformReads: PlatformReads,
  approved: ApprovedWrite | undefined
) {
  const { clearance, operation, parameters } = request
  const { id } = clearance.organization
  const requester = requesterOf(clearance)
  const preloaded = write.preload?.(id, parameters)
  // In one flight, the lock first: what comes after it on the same connection is read under it.
  const [[rules], [usage], [liveRequester], preloadedRows] = yield* inOneRoundTrip([
    readRules(id, true),
    engine.readUsage(id),
    readRequester(requester),
    preloaded?.statement ?? noStatement
  ])
  const { touched, unreserved, used, waiting } = usage!
  const committed = waiting
    ? (yield* inOneRoundTrip([engine.readCommitted(id, approved?.id ?? null)]))[0][0]!.sum
    : unreserved
  const locked: LockedState = {
    rules: rulesOf(rules!),
    used,
    committed,
    busyKeys: new Set(touched),
    preloaded: preloaded === undefined ? [] : [[preloaded.key, preloadedRows[0] ?? null]]
  }
  const quota = quotaOf(used, engine.writeQuota)
  const run = Effect.gen(function* () {
    const cleared = yield* approved?.claimAndClear ??
      authorizeRequester(requester, liveRequester, operation, clearance)
    const now: WriteRequest = { ...request, clearance: { ...cleared, audit: clearance.audit } }
    return (
      (yield* findReplayed(now, quota)) ??
      (yield* planAndExecute(engine, write, now, platformReads, locked, approved))
    )
  })
  // A refused approval must leave no claim behind, so there it is a failure, which rolls all of it back.
  if (approved !== undefined) return yield* run
  return yield* Effect.catchIf(
    run,
    (error): error is ServiceError => error._tag !== "SqlError",
    (error) => Effect.succeed<RunResult>({ kind: "refused", error, quota, ...unaudited })
  )
})
