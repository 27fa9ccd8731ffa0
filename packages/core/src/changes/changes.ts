import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Either, Layer } from "effect"
import {
  type AnyOperation,
  NotImplemented,
  type OperationName,
  operationByName,
  PreviewStale,
  type ServiceError
} from "../contract/index.ts"
import type { AuditDraft } from "../pipeline/audit-event.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import { clearRequester, requesterOf } from "../pipeline/requester.ts"
import { hold, isHeld } from "./approvals/hold.ts"
import { settleApproved } from "./approvals/queued-write.ts"
import { type CarriedOut, carryOut } from "./carry-out.ts"
import type { Fails } from "./edit.ts"
import { makeEngine } from "./engine.ts"
import {
  type Asking,
  askingOf,
  type CommonInput,
  newExecutionId,
  recall,
  recordExecution,
  thingsUnderWay
} from "./executions.ts"
import { Finisher } from "./finish.ts"
import { writeQuotaProblem } from "./guardrails/write-quota.ts"
import { organizationRules } from "./organization.ts"
import { type Outcome, replyFor } from "./outcome.ts"
import { type Asked, askPlatform, busyProblem, nothingAsked, placeOf, planWrite } from "./plan.ts"
import { errorOfRefusal } from "./platform-refusal.ts"
import { previewHash, shownPreview } from "./preview.ts"
import { quotaOf, usedToday } from "./quota.ts"
import type { AnyWrite } from "./write.ts"
import { stepsOf } from "./write.ts"
import { RunWrite } from "./writes.ts"

/** A queued write that a person said yes to. */
export interface Approved {
  readonly id: string
  /** The approver's own audit event, which is committed with the change. */
  readonly audit: AuditDraft
  /**
   * Runs under the organization's lock before anything else: claims the queued write for this approval and clears
   * its requester as they are now; or says what keeps it from being approved, which is not the change's fault.
   */
  readonly begin: Effect.Effect<OrganizationClearance, ServiceError | SqlError, SqlClient.SqlClient>
}

type Input = CommonInput & Readonly<Record<string, unknown>>
type Sql<A, E = Fails> = Effect.Effect<A, E, SqlClient.SqlClient>

/** Runs guarded writes: previews them, holds them for approval, executes them once. The only way to change a campaign. */
export class Changes extends Context.Tag("@adwarden/Changes")<
  Changes,
  {
    readonly preview: (
      operation: OperationName,
      clearance: OrganizationClearance,
      input: Input
    ) => Effect.Effect<Outcome, SqlError>
    readonly execute: (
      operation: OperationName,
      clearance: OrganizationClearance,
      input: Input,
      approved?: Approved
    ) => Effect.Effect<Outcome, SqlError>
  }
>() {
  static readonly layer = Layer.scoped(
    Changes,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const finisher = yield* Finisher
  const engine = yield* makeEngine
  const { edits, spending, writeQuota } = engine
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const found = (name: OperationName): Either.Either<readonly [AnyOperation, AnyWrite], NotImplemented> => {
    const [operation, write] = [operationByName.get(name), engine.writes.get(name)]
    return operation === undefined || write === undefined
      ? Either.left(new NotImplemented({ operation: name }))
      : Either.right([operation, write])
  }

  /** Everything that is not a failure of the database is an outcome. */
  const refusals = (work: Sql<Outcome>): Sql<Outcome, SqlError> =>
    Effect.catchAll(work, (error) =>
      error._tag === "SqlError"
        ? Effect.fail(error)
        : Effect.succeed<Outcome>({ is: "refused", error, quota: null, audited: false })
    )

  /** What is planned without the lock: for previews, and for what is asked of the platform before the transaction. */
  const present = (clearance: OrganizationClearance, approving: string | null) =>
    Effect.gen(function* () {
      const { id } = clearance.organization
      const [rules, committed] = yield* Effect.all(
        [organizationRules(id, false), spending.committed(id, approving)],
        { concurrency: "unbounded" }
      )
      return placeOf(clearance, rules, committed)
    })

  /** One snapshot and no lock: a preview waits for nobody and changes nothing. */
  const preview = (asking: Asking, write: AnyWrite) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const { id } = asking.clearance.organization
        const at = yield* present(asking.clearance, null)
        const planned = yield* planWrite(edits, write, at, asking.parameters)
        const output = yield* shownPreview(asking, at, write, planned)
        const quota = quotaOf(yield* usedToday(id), writeQuota)
        return { is: "previewed", output, quota, audited: false } satisfies Outcome
      })
    )

  const asked = (asking: Asking, write: AnyWrite, approving: string | null): Sql<Asked> =>
    Effect.gen(function* () {
      if (write.asks !== true) return nothingAsked
      // What will be replayed, refused or left alone by itself is not asked about: it costs nobody a call.
      if ((yield* recall(asking)) !== null) return nothingAsked
      const at = yield* present(asking.clearance, approving)
      return yield* askPlatform(
        edits,
        write,
        at,
        asking.parameters,
        (planned) => asking.previewHash === null || asking.previewHash === previewHash(asking, planned)
      )
    })

  /** The whole of it under the organization's lock: judged, planned, and held or carried out. */
  const inTransaction = (
    first: Asking,
    write: AnyWrite,
    seen: Asked,
    approved: Approved | undefined
  ): Sql<Outcome | Extract<CarriedOut, { readonly is: "open" }>> =>
    Effect.gen(function* () {
      const { clearance, operation } = first
      const { id } = clearance.organization
      const approving = approved?.id ?? null
      const judged =
        approved === undefined
          ? clearRequester(requesterOf(clearance), operation, clearance)
          : Effect.succeed(clearance)
      // In one flight, the lock first: what comes after it on the same connection is read under it.
      const [rules, now, kept, used, committed, busy] = yield* Effect.all(
        [
          organizationRules(id, true),
          Effect.either(judged),
          Effect.either(recall(first)),
          usedToday(id),
          spending.committed(id, approving),
          thingsUnderWay(id)
        ],
        { concurrency: "unbounded" }
      )
      const quota = quotaOf(used, writeQuota)
      const refuse = (error: ServiceError): Outcome => ({ is: "refused", error, quota, audited: false })
      if (Either.isLeft(now)) return now.left._tag === "SqlError" ? yield* now.left : refuse(now.left)
      const current = approved === undefined ? now.right : yield* approved.begin
      const asking: Asking = { ...first, clearance: { ...current, audit: first.clearance.audit } }
      if (Either.isLeft(kept)) return kept.left._tag === "SqlError" ? yield* kept.left : refuse(kept.left)
      const before = kept.right
      if (before !== null) {
        if ("held" in before) return { is: "held", queued: before.held, again: true, quota, audited: false }
        return "refused" in before
          ? refuse(errorOfRefusal(before.refused))
          : { is: "replayed", output: before.output, quota, audited: false }
      }

      const at = placeOf(asking.clearance, rules, committed)
      const attempt = yield* Effect.either(planWrite(edits, write, at, asking.parameters, seen))
      if (Either.isLeft(attempt)) {
        return attempt.left._tag === "SqlError" ? yield* attempt.left : refuse(attempt.left)
      }
      const planned = attempt.right
      if (asking.previewHash !== null && asking.previewHash !== previewHash(asking, planned)) {
        return refuse(new PreviewStale({ current: yield* shownPreview(asking, at, write, planned) }))
      }
      if (planned.refusal !== null) return refuse(planned.refusal)
      const common = { work: null, touches: [], queuedWrite: approving, spent: false }

      if (stepsOf(planned).every(({ plan }) => plan.empty)) {
        const output = write.unchanged(planned)
        if (approving !== null) yield* settleApproved(id, approving, output)
        if (asking.key !== null) {
          const answer = { output }
          yield* recordExecution(asking, { ...common, id: newExecutionId(), state: "unchanged", answer })
        }
        return { is: "unchanged", output, quota, audited: false }
      }
      const inTheWay = busyProblem(busy, planned)
      if (inTheWay !== null) return refuse(inTheWay)
      if (approved === undefined && isHeld(asking, at)) {
        const shown = yield* shownPreview(asking, at, write, planned)
        const held = yield* Effect.either(hold(asking, at, planned, shown))
        if (Either.isLeft(held)) {
          return held.left._tag === "SqlError" ? yield* held.left : refuse(held.left)
        }
        if (asking.key !== null) {
          const answer = { held: held.right.id }
          yield* recordExecution(asking, { ...common, id: newExecutionId(), state: "held", answer })
        }
        return { is: "held", queued: held.right.id, again: held.right.again, quota, audited: false }
      }
      // Stopping spend always works.
      const spent = planned.stopsSpend ? null : writeQuotaProblem(used, writeQuota, new Date())
      if (spent !== null) return refuse(spent)
      const done = yield* carryOut(engine, write, asking, at, planned, approving)
      if (approved !== undefined) {
        yield* engine.trail.recordWithin(approved.audit, { status_code: 200, error_code: null })
      }
      return done.is === "open" ? done : { ...done, quota: quotaOf(used + 1, writeQuota), audited: true }
    })

  const execute = (asking: Asking, write: AnyWrite, approved: Approved | undefined): Sql<Outcome> =>
    Effect.gen(function* () {
      const { id } = asking.clearance.organization
      const seen = yield* asked(asking, write, approved?.id ?? null)
      const outcome = yield* engine.inTurn(id)(
        sql.withTransaction(
          Effect.tap(inTransaction(asking, write, seen, approved), (outcome) =>
            // A refused approval must leave no claim behind.
            approved !== undefined && outcome.is === "refused" ? Effect.fail(outcome.error) : Effect.void
          )
        )
      )
      if (outcome.is !== "open") return outcome
      const { audited, result } = yield* finisher.answer(id, outcome.execution)
      const quota = quotaOf(yield* usedToday(id), writeQuota)
      return Either.isRight(result)
        ? { is: "executed", output: result.right, quota, audited }
        : { is: "refused", error: result.left, quota, audited }
    })

  const run = (
    name: OperationName,
    clearance: OrganizationClearance,
    input: Input,
    how: (asking: Asking, write: AnyWrite) => Sql<Outcome>
  ): Effect.Effect<Outcome, SqlError> =>
    withSql(
      refusals(
        Effect.flatMap(found(name), ([operation, write]) => how(askingOf(operation, clearance, input), write))
      )
    )

  return {
    preview: (name: OperationName, clearance: OrganizationClearance, input: Input) =>
      run(name, clearance, input, preview),
    execute: (name: OperationName, clearance: OrganizationClearance, input: Input, approved?: Approved) =>
      run(name, clearance, input, (asking, write) => execute(asking, write, approved))
  }
})

/** What the handlers of guarded operations call. */
export const runWriteLayer = Layer.effect(
  RunWrite,
  Effect.map(Changes, (changes) => (name, clearance, input) => {
    const { dry_run } = input as CommonInput
    const run = dry_run === true ? changes.preview : changes.execute
    return Effect.map(run(name, clearance, input as Input), replyFor)
  })
)
