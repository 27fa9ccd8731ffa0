import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Either, Layer } from "effect"
import { type AnyOperation, type OperationName, operationByName } from "../contract/index.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { QuotaState, ReadsQuota } from "../pipeline/handler.ts"
import { inOneFlight, keepPlans } from "../storage/index.ts"
import { decodeKeptPlan } from "./approvals/kept-plan.ts"
import { completePreview } from "./approvals/queued-write.ts"
import { type Asking, askingOf, type CommonInput } from "./asking.ts"
import type { At, Fails } from "./edit.ts"
import { makeEngine } from "./engine.ts"
import { recall } from "./executions.ts"
import { Finisher } from "./finish.ts"
import { refusedUndo } from "./guardrails/refused-undo.ts"
import { readRules, rulesOf } from "./organization.ts"
import { type Outcome, replyFor, unaudited } from "./outcome.ts"
import { askPlatform, noAnswers, type PlatformAnswers, planningAt, planWrite } from "./plan.ts"
import { makePlatformCheck, type PlatformCheck, platformChangesOf, refusedByCheck } from "./platform-check.ts"
import { type OpenPreview, openPreview, previewHash } from "./preview.ts"
import { quotaOf, usedToday } from "./quota.ts"
import { type Approved, runUnderLock } from "./under-lock.ts"
import { type AnyWrite, type PlannedWrite, stepsOf } from "./write.ts"
import { RunWrite } from "./writes.ts"

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
    /** What is left of an organization's writes of the day. */
    readonly quota: ReadsQuota
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
  const platformCheck = yield* makePlatformCheck
  const { edits, writeQuota } = engine
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  /** A law holds that every write is brought by somebody: one that is not is a defect. */
  const found = (name: OperationName): Effect.Effect<readonly [AnyOperation, AnyWrite]> => {
    const [operation, write] = [operationByName.get(name), engine.writes.get(name)]
    return operation === undefined || write === undefined
      ? Effect.dieMessage(`Nobody brings the write ${name}`)
      : Effect.succeed([operation, write])
  }

  /** Everything that is not a failure of the database is an outcome. */
  const refusals = (work: Sql<Outcome>): Sql<Outcome, SqlError> =>
    Effect.catchAll(work, (error) =>
      error._tag === "SqlError"
        ? Effect.fail(error)
        : Effect.succeed<Outcome>({ is: "refused", error, quota: null, ...unaudited })
    )

  /** What is planned without the lock: for previews, and for what is asked of the platform before the transaction. */
  const present = (clearance: OrganizationClearance, approving: string | null) =>
    Effect.gen(function* () {
      const { id } = clearance.organization
      const [[rules], [committed]] = yield* inOneFlight([
        readRules(id, false),
        engine.readCommitted(id, approving)
      ])
      return planningAt(clearance, rulesOf(rules!), committed!.sum)
    })

  /** One snapshot and no lock: a preview waits for no writer and changes nothing. */
  const readPreview = (asking: Asking, write: AnyWrite) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set transaction isolation level repeatable read, read only`
        const { id } = asking.clearance.organization
        const at = yield* present(asking.clearance, null)
        const planned = yield* planWrite(edits, write, at, asking.parameters)
        const open = yield* openPreview(asking, at, write, planned)
        const quota = quotaOf(yield* usedToday(id), writeQuota)
        return { open, quota }
      })
    )

  /** The platform is asked after the transaction. Where it finds the login revoked, the plan is made again with that. */
  const preview = (asking: Asking, write: AnyWrite) =>
    Effect.gen(function* () {
      const first = yield* readPreview(asking, write)
      const { asked } = first.open
      if (asked.length === 0) return previewed(first, null)
      const { check, loginBroken } = yield* platformCheck(asking.clearance.organization.id, asked)
      return previewed(loginBroken ? yield* readPreview(asking, write) : first, check)
    })

  const previewed = (
    { open, quota }: { readonly open: OpenPreview; readonly quota: QuotaState },
    check: PlatformCheck | null
  ): Outcome => ({ is: "previewed", output: open.show(check), quota, ...unaudited })

  /** What an approver sees carries the platform's check too. It is asked after the write is queued, holding no lock. */
  const checkHeld = (organization: number, queued: string, { asked, show }: OpenPreview) =>
    asked.length === 0
      ? Effect.void
      : Effect.flatMap(platformCheck(organization, asked), ({ check }) =>
          completePreview(organization, queued, show(check))
        )

  /** A launch that the platform would refuse is refused here, as its preview is. Other changes do not wait for the check. */
  const checkLaunch = (at: At, write: AnyWrite, planned: PlannedWrite): Sql<void> =>
    Effect.gen(function* () {
      if (refusedByCheck(planned, "") === null) return
      const asked = yield* platformChangesOf(at, planned)
      if (asked.length === 0) return
      const { check } = yield* platformCheck(at.clearance.organization.id, asked)
      const error = check.verdict === "refused" ? refusedByCheck(planned, check.reason ?? "") : null
      if (error === null) return
      return yield* Effect.fail(write.wayBack === true ? refusedUndo(error, stepsOf(planned)) : error)
    })

  const askBeforehand = (
    asking: Asking,
    write: AnyWrite,
    approved: Approved | undefined
  ): Sql<PlatformAnswers> =>
    Effect.gen(function* () {
      // What will be replayed, refused or left alone by itself is not asked about: it costs nobody a call.
      if ((yield* recall(asking)) !== null) return noAnswers
      const at = yield* present(asking.clearance, approved?.id ?? null)
      return yield* askPlatform(
        edits,
        write,
        at,
        asking.parameters,
        (planned) => asking.previewHash === null || asking.previewHash === previewHash(asking, planned),
        (planned) => checkLaunch(at, write, planned),
        approved?.plan ?? undefined
      )
    })

  const execute = Effect.fnUntraced(function* (
    asking: Asking,
    write: AnyWrite,
    approval: Approved | undefined
  ) {
    const { id } = asking.clearance.organization
    const kept = approval?.plan ?? null
    const approved =
      approval === undefined || kept === null
        ? approval
        : { ...approval, plan: yield* decodeKeptPlan(edits, kept) }
    yield* engine.queue.ready
    const seen = write.asks === true ? yield* askBeforehand(asking, write, approved) : noAnswers
    const outcome = yield* engine.inTurn(id)(
      sql.withTransaction(Effect.zipRight(keepPlans, runUnderLock(engine, write, asking, seen, approved)))
    )
    if (outcome.is === "held" && !outcome.again && outcome.open !== undefined) {
      yield* checkHeld(id, outcome.queued, outcome.open)
    }
    if (outcome.is !== "open") return outcome
    const { audited, result } = yield* finisher.answer(id, outcome.execution)
    const answered = { quota: quotaOf(yield* usedToday(id), writeQuota), audited, approvalAudited: false }
    return Either.isRight(result)
      ? ({ is: "executed", output: result.right, ...answered } satisfies Outcome)
      : ({ is: "refused", error: result.left, ...answered } satisfies Outcome)
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
      run(name, clearance, input, (asking, write) => execute(asking, write, approved)),
    quota: (organization: number) =>
      withSql(Effect.map(usedToday(organization), (used) => quotaOf(used, writeQuota)))
  }
})

/** What the handlers of guarded operations call. */
export const runWriteLayer = Layer.effect(
  RunWrite,
  Effect.map(Changes, (changes) => ({
    run: (name: OperationName) => (clearance: OrganizationClearance, input: Input) => {
      const run = input.dry_run === true ? changes.preview : changes.execute
      return Effect.map(run(name, clearance, input), replyFor)
    },
    quota: changes.quota
  }))
)
