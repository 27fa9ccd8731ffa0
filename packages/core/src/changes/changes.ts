import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Either, Layer } from "effect"
import {
  type OperationName,
  Unauthorized,
  type WriteDeclaration,
  type WriteName,
  writeByName
} from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { QuotaReader } from "../request/handler.ts"
import { useGenericPlans } from "../storage/index.ts"
import { counter, Telemetry } from "../telemetry/index.ts"
import type { EngineError, PlanContext } from "./edit.ts"
import { makeEngine } from "./engine.ts"
import { findReplay } from "./executions.ts"
import { Finisher } from "./finish.ts"
import { undoRefusal } from "./guardrails/refused-undo.ts"
import type { ApprovedWrite, ExecuteOptions } from "./holds.ts"
import { type Outcome, toReply, unaudited } from "./outcome.ts"
import { noPlatformReads, type PlatformReads, planWrite, readPlanContext, readPlatform } from "./plan.ts"
import { makePlatformCheck, platformChangesOf, refusedByCheck } from "./platform-check.ts"
import {
  buildPreview,
  previewHash,
  recordPreview,
  requiresPreview,
  type UncheckedPreview
} from "./preview.ts"
import { quotaOf, usedToday } from "./quota.ts"
import { RunWrite } from "./registries.ts"
import { decodeStoredPlan } from "./stored-plan.ts"
import { runUnderLock } from "./under-lock.ts"
import {
  type AnyWrite,
  type CommonInput,
  idempotencyKeyProblem,
  type PlannedWrite,
  stepsOf,
  toWriteRequest,
  type WriteRequest
} from "./write.ts"

const countWrite = counter("adwarden_writes_total")

type Input = CommonInput & Readonly<Record<string, unknown>>
type Sql<A, E = EngineError> = Effect.Effect<A, E, SqlClient.SqlClient>

/**
 * Runs guarded writes: previews them, holds them for approval and executes them once. Campaigns change in no
 * other way.
 */
export class Changes extends Context.Tag("@adwarden/Changes")<
  Changes,
  {
    readonly preview: (
      name: WriteName,
      clearance: OrganizationClearance,
      input: Input
    ) => Effect.Effect<Outcome, SqlError>
    readonly execute: (
      name: WriteName,
      clearance: OrganizationClearance,
      input: Input,
      options?: ExecuteOptions
    ) => Effect.Effect<Outcome, SqlError>
    /** Reads the organization's remaining writes of the day. */
    readonly quota: QuotaReader
  }
>() {
  static readonly layer = Layer.scoped(
    Changes,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { metrics } = yield* Telemetry
  const finisher = yield* Finisher
  const engine = yield* makeEngine
  const platformCheck = yield* makePlatformCheck
  const { edits, holds, writeQuota } = engine
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  /**
   * A test ensures that every declared write is registered, so a missing one is a defect. Endpoints for people
   * admit no keys and tokens; the engine does not rely on that.
   */
  const findWrite = (
    name: WriteName,
    { caller }: OrganizationClearance
  ): Effect.Effect<readonly [WriteDeclaration, AnyWrite], Unauthorized> => {
    const [declaration, write] = [writeByName.get(name), engine.writes.get(name)]
    if (declaration === undefined || write === undefined) {
      return Effect.dieMessage(`The write ${name} is not registered`)
    }
    return declaration.peopleOnly === true && caller.kind !== "person"
      ? Effect.fail(new Unauthorized({ why: "wrong_audience" }))
      : Effect.succeed([declaration, write])
  }

  /** Turns every failure except a database error into an outcome. */
  const catchRefusals = (work: Sql<Outcome>): Sql<Outcome, SqlError> =>
    Effect.catchAll(work, (error) =>
      error._tag === "SqlError"
        ? Effect.fail(error)
        : Effect.succeed<Outcome>({ kind: "refused", error, quota: null, ...unaudited })
    )

  /**
   * Reads one snapshot without a lock: a preview waits for no writer and changes nothing. `recorded` is the hash of a
   * preview that the organization requires.
   */
  const readPreview = (request: WriteRequest, write: AnyWrite, ofWrite: unknown) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const { id } = request.clearance.organization
        const context = yield* readPlanContext(engine.commitments, request, write, null)
        const platformReads = { ...noPlatformReads, ofWrite }
        const planned = yield* planWrite(edits, write, context, request.parameters, platformReads)
        const uncheckedPreview = yield* buildPreview(holds, request, context, write, planned)
        const quota = quotaOf(yield* usedToday(id), writeQuota)
        const required = requiresPreview(request, context, write, planned)
        return { uncheckedPreview, quota, recorded: required ? previewHash(request, planned) : null }
      })
    )

  /** Checks with the platform after the transaction. If the check finds the login revoked, it plans again. */
  const preview = (request: WriteRequest, write: AnyWrite) =>
    Effect.gen(function* () {
      const context = readPlanContext(engine.commitments, request, write, null)
      const ofWrite =
        write.previewReadsPlatform === true
          ? yield* Effect.flatMap(context, (one) => write.readPlatform!(one, request.parameters))
          : undefined
      const first = yield* readPreview(request, write, ofWrite)
      const { platformChanges } = first.uncheckedPreview
      const { loginBroken, ...findings } = yield* platformCheck(
        request.clearance.organization.id,
        platformChanges
      )
      const { quota, recorded, uncheckedPreview } = loginBroken
        ? yield* readPreview(request, write, ofWrite)
        : first
      if (recorded !== null) yield* recordPreview(request, recorded)
      const output = uncheckedPreview.render(findings)
      return { kind: "previewed", output, quota, ...unaudited } satisfies Outcome
    })

  /**
   * Adds the platform's check to the preview that an approver sees. It runs after the write is queued,
   * without a lock.
   */
  const checkQueuedPreview = (
    organization: number,
    queued: string,
    { platformChanges, render }: UncheckedPreview
  ) =>
    platformChanges.length === 0
      ? Effect.void
      : Effect.flatMap(platformCheck(organization, platformChanges), (findings) =>
          holds.completePreview(organization, queued, render(findings))
        )

  /**
   * Refuses a launch that the platform would refuse, as its preview does. Other changes do not wait for the
   * check.
   */
  const checkLaunch = (context: PlanContext, write: AnyWrite, planned: PlannedWrite): Sql<void> =>
    Effect.gen(function* () {
      if (refusedByCheck(planned, "") === null) return
      const platformChanges = yield* platformChangesOf(context, planned)
      const { check } = yield* platformCheck(context.clearance.organization.id, platformChanges)
      const error = check.verdict === "refused" ? refusedByCheck(planned, check.reason ?? "") : null
      if (error === null) return
      return yield* Effect.fail(write.isUndo === true ? undoRefusal(error, stepsOf(planned)) : error)
    })

  const readPlatformFirst = (
    request: WriteRequest,
    write: AnyWrite,
    approved: ApprovedWrite | undefined
  ): Sql<PlatformReads> =>
    Effect.gen(function* () {
      // A write that is replayed, refused or unchanged needs no platform call.
      if ((yield* findReplay(request)) !== null) return noPlatformReads
      const context = yield* readPlanContext(engine.commitments, request, write, approved?.id ?? null)
      return yield* readPlatform(
        edits,
        write,
        context,
        request.parameters,
        (planned) => request.previewHash === null || request.previewHash === previewHash(request, planned),
        (planned) => checkLaunch(context, write, planned),
        approved?.plan ?? undefined
      )
    })

  const execute = Effect.fnUntraced(function* (
    request: WriteRequest,
    write: AnyWrite,
    { approved: approval, ...options }: ExecuteOptions
  ) {
    const { id } = request.clearance.organization
    const queuedPlan = approval?.plan ?? null
    const approved =
      approval === undefined || queuedPlan === null
        ? approval
        : { ...approval, plan: yield* decodeStoredPlan(edits, queuedPlan) }
    yield* engine.queue.ready
    const platformReads =
      write.readsPlatform === true ? yield* readPlatformFirst(request, write, approved) : noPlatformReads
    const outcome = yield* engine.withOrganizationMutex(id)(
      sql.withTransaction(
        Effect.zipRight(
          useGenericPlans,
          runUnderLock(engine, write, request, platformReads, { ...options, approved })
        )
      )
    )
    if (outcome.kind === "held" && !outcome.alreadyQueued && outcome.preview !== undefined) {
      yield* checkQueuedPreview(id, outcome.queuedWriteId, outcome.preview)
    }
    if (outcome.kind !== "open") return outcome
    const { audited, result } = yield* finisher.finishForCaller(id, outcome.execution)
    const answered = { quota: quotaOf(yield* usedToday(id), writeQuota), audited, approvalAudited: false }
    return Either.isRight(result)
      ? ({ kind: "executed", output: result.right, ...answered } satisfies Outcome)
      : ({ kind: "refused", error: result.left, ...answered } satisfies Outcome)
  })

  const run = (
    name: WriteName,
    clearance: OrganizationClearance,
    input: Input,
    runWrite: (request: WriteRequest, write: AnyWrite) => Sql<Outcome>
  ): Effect.Effect<Outcome, SqlError> => {
    const outcome = withSql(
      catchRefusals(
        Effect.flatMap(
          findWrite(name, clearance),
          ([declaration, write]) =>
            idempotencyKeyProblem(input) ?? runWrite(toWriteRequest(declaration, clearance, input), write)
        )
      )
    )
    if (!metrics) return outcome
    return Effect.tap(outcome, (ended) =>
      Effect.sync(() => countWrite(name, ended.kind, ended.kind === "refused" ? ended.error._tag : "none"))
    )
  }

  return {
    preview: (name: WriteName, clearance: OrganizationClearance, input: Input) =>
      run(name, clearance, input, preview),
    execute: (
      name: WriteName,
      clearance: OrganizationClearance,
      input: Input,
      options: ExecuteOptions = {}
    ) => run(name, clearance, input, (request, write) => execute(request, write, options)),
    quota: (organization: number) =>
      withSql(Effect.map(usedToday(organization), (used) => quotaOf(used, writeQuota)))
  }
})

/** Runs guarded operations for their handlers. */
export const runWriteLayer = Layer.effect(
  RunWrite,
  Effect.map(Changes, (changes) => ({
    run: (name: OperationName) => (clearance: OrganizationClearance, input: Input) => {
      const run = input.dry_run === true ? changes.preview : changes.execute
      return Effect.map(run(name, clearance, input), toReply)
    },
    quota: changes.quota
  }))
)
