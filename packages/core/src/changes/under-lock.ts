import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { recordWithin } from "../audit/trail.ts"
import { PreviewStale, type ServiceError } from "../contract/index.ts"
import { judgeRequester, requesterNow, requesterOf } from "../pipeline/requester.ts"
import type { AuditDraft } from "../request/audit-event.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { bound, inOneFlight, statement, unawaited } from "../storage/index.ts"
import { hold, isHeld, summaryOf } from "./approvals/hold.ts"
import { type KeptPlan, planChanges } from "./approvals/kept-plan.ts"
import { settleApproved } from "./approvals/queued-write.ts"
import type { Asking } from "./asking.ts"
import { type CarriedOut, carryOut } from "./carry-out.ts"
import type { Fails } from "./edit.ts"
import type { Engine } from "./engine.ts"
import { executionRecord, newExecutionId, recall } from "./executions.ts"
import { type OrganizationRules, readRules, rulesOf } from "./organization.ts"
import { type Outcome, unaudited } from "./outcome.ts"
import { busyProblem, type PlatformAnswers, planningAt, planWrite, unaskedProblem } from "./plan.ts"
import { errorOfRefusal } from "./platform-refusal.ts"
import { openPreview, previewHash, shownPreview } from "./preview.ts"
import { quotaOf, writeQuotaProblem } from "./quota.ts"
import { type AnyWrite, isNothingToDo, type PlannedWrite } from "./write.ts"

/** A queued write that a person said yes to. */
export interface Approved {
  readonly id: string
  /** The plan that the approver was shown, and all that is carried out; null for a write queued before plans were kept. */
  readonly plan: KeptPlan | null
  /** The hash of the preview that the approver was shown. It decides where no plan was kept. */
  readonly previewHash: string | null
  /** The approver's own audit event, which is committed with the change. */
  readonly audit: AuditDraft
  /**
   * Runs under the organization's lock before anything else: claims the queued write for this approval and clears
   * its requester as they are now; or says what keeps it from being approved, which is not the change's fault.
   */
  readonly begin: Effect.Effect<OrganizationClearance, ServiceError | SqlError, SqlClient.SqlClient>
}

/** An answer, or an execution that the platform must do first. */
export type RunResult = Outcome | Extract<CarriedOut, { readonly is: "open" }>

/** What is true under the organization's lock. */
interface ReadUnderLock {
  readonly rules: OrganizationRules
  readonly used: number
  readonly committed: number
  readonly underWay: ReadonlySet<string>
  /** What the write asked to be read together with it. */
  readonly first: ReadonlyArray<readonly [string, unknown]>
}

/** What a plan does differently from what its approver was shown; empty where it is the same. */
const changesSinceQueued = (
  asking: Asking,
  { plan, previewHash: shown }: Approved,
  planned: PlannedWrite
): ReadonlyArray<string> => {
  if (plan !== null) return planChanges(plan, planned)
  return shown === null || shown === previewHash(asking, planned)
    ? []
    : [`it would now be: ${summaryOf(planned)}`]
}

const nothing = bound(statement("select null"), [])

type Sql<A> = Effect.Effect<A, Fails, SqlClient.SqlClient>

/** The answer that a call with the same idempotency key was given before, or null. */
const replayed = (asking: Asking, quota: Outcome["quota"]): Sql<Outcome | null> =>
  Effect.flatMap(recall(asking), (kept): Effect.Effect<Outcome | null, ServiceError> => {
    if (kept === null) return Effect.succeed(null)
    if ("refused" in kept) return Effect.fail(errorOfRefusal(kept.refused))
    return Effect.succeed(
      "held" in kept
        ? { is: "held", queued: kept.held, again: true, quota, ...unaudited }
        : { is: "replayed", output: kept.output, quota, ...unaudited }
    )
  })

/** Judged, planned, and left alone, held or carried out; a refusal is a failure. */
const decide = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  asking: Asking,
  seen: PlatformAnswers,
  { committed, first, rules, underWay, used }: ReadUnderLock,
  approved: Approved | undefined
) {
  const { id } = asking.clearance.organization
  const quota = quotaOf(used, engine.writeQuota)
  const approving = approved?.id ?? null
  const at = planningAt(asking.clearance, rules, committed, first)
  const planned = yield* planWrite(
    engine.edits,
    write,
    at,
    asking.parameters,
    seen,
    approved?.plan ?? undefined
  )
  if (asking.previewHash !== null && asking.previewHash !== previewHash(asking, planned)) {
    return yield* new PreviewStale({ current: yield* shownPreview(asking, at, write, planned) })
  }
  const nothingToDo = isNothingToDo(planned)
  const changed = approved === undefined || nothingToDo ? [] : changesSinceQueued(asking, approved, planned)
  if (changed.length > 0) {
    const because = `The change is no longer what was queued (${changed.join("; ")}). Send it again to queue it as it is now.`
    return yield* new PreviewStale({ current: yield* shownPreview(asking, at, write, planned), because })
  }
  if (planned.refusal?._tag === "preview_stale") {
    const current = yield* shownPreview(asking, at, write, planned)
    return yield* new PreviewStale({ ...planned.refusal, current })
  }
  if (planned.refusal !== null) return yield* Effect.fail(planned.refusal)
  /** Kept for those who ask again with the same key; without one nobody can. */
  const keep = (state: "unchanged" | "held", answer: { output: unknown } | { held: string }) =>
    asking.key === null
      ? Effect.void
      : unawaited(
          executionRecord(asking, {
            id: newExecutionId(),
            state,
            work: null,
            touches: [],
            answer,
            queuedWrite: approving,
            spent: false
          })
        )

  if (nothingToDo) {
    const output = write.unchanged(planned)
    if (approving !== null) yield* settleApproved(id, approving, output)
    yield* keep("unchanged", { output })
    return { is: "unchanged", output, quota, ...unaudited } satisfies RunResult
  }
  const busy = busyProblem(underWay, planned)
  if (busy !== null) return yield* busy
  if (approved === undefined && isHeld(asking, at)) {
    const open = yield* openPreview(asking, at, write, planned)
    const held = yield* hold(asking, at, planned, open.show(null))
    yield* keep("held", { held: held.id })
    const { again, id: queued } = held
    return { is: "held", queued, again, open, quota, ...unaudited } satisfies RunResult
  }
  // Stopping spend always works, also where the day's writes are used up.
  const spent = planned.stopsSpend ? null : writeQuotaProblem(used, engine.writeQuota, new Date())
  if (spent !== null) return yield* spent
  const again = unaskedProblem(seen, planned)
  if (again !== null) return yield* again
  const done = yield* carryOut(engine, write, asking, at, planned, approving)
  if (done.is === "open") return done
  if (approved !== undefined) {
    yield* recordWithin(approved.audit, { status_code: 200, error_code: null })
  }
  const spentOne = quotaOf(used + 1, engine.writeQuota)
  const approvalAudited = approved !== undefined
  return { ...done, quota: spentOne, audited: true, approvalAudited } satisfies RunResult
})

/** The whole of a write inside its transaction. Callers are judged again here: a key may be revoked meanwhile. */
export const runUnderLock = Effect.fnUntraced(function* (
  engine: Engine,
  write: AnyWrite,
  asking: Asking,
  seen: PlatformAnswers,
  approved: Approved | undefined
) {
  const { clearance, operation, parameters } = asking
  const { id } = clearance.organization
  const requester = requesterOf(clearance)
  const first = write.firstRead?.(id, parameters)
  // In one flight, the lock first: what comes after it on the same connection is read under it.
  const [[rules], [figures], [live], firstRows] = yield* inOneFlight([
    readRules(id, true),
    engine.readFigures(id),
    requesterNow(requester),
    first?.statement ?? nothing
  ])
  const { touched, unreserved, used, waiting } = figures!
  const committed = waiting
    ? (yield* inOneFlight([engine.readCommitted(id, approved?.id ?? null)]))[0][0]!.sum
    : unreserved
  const locked: ReadUnderLock = {
    rules: rulesOf(rules!),
    used,
    committed,
    underWay: new Set(touched),
    first: first === undefined ? [] : [[first.key, firstRows[0] ?? null]]
  }
  const quota = quotaOf(used, engine.writeQuota)
  const run = Effect.gen(function* () {
    const cleared = yield* approved?.begin ?? judgeRequester(requester, live, operation, clearance)
    const now: Asking = { ...asking, clearance: { ...cleared, audit: clearance.audit } }
    return (yield* replayed(now, quota)) ?? (yield* decide(engine, write, now, seen, locked, approved))
  })
  // A refused approval must leave no claim behind, so there it is a failure, which rolls all of it back.
  if (approved !== undefined) return yield* run
  return yield* Effect.catchIf(
    run,
    (error): error is ServiceError => error._tag !== "SqlError",
    (error) => Effect.succeed<RunResult>({ is: "refused", error, quota, ...unaudited })
  )
})
