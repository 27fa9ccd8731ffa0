import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect, Either, Layer } from "effect"
import { type ServiceError, Unavailable } from "../contract/index.ts"
import type { ExecutedStep } from "../log/action-log.ts"
import { AdAccounts, type LinkedAccount } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { Mutation, Ref } from "../platform/model.ts"
import { Settings } from "../settings.ts"
import type { PlatformStep } from "./edit.ts"
import { type Execution, findExecution, saveProgress } from "./executions.ts"
import { Holds } from "./holds.ts"
import { Edits, Writes } from "./registries.ts"
import { errorOfRefusal, platformRefusal, settle, updateOpenExecution } from "./settle.ts"
import { type PlatformRefusal, stepsIn, withSteps } from "./stored.ts"

/** The platform has not confirmed or refused the change, so it is neither done nor failed. */
class Undecided extends Data.TaggedError("Undecided")<{
  readonly message: string
  /** Whether no mutation can have been sent yet. */
  readonly nothingSent: boolean
}> {}

/** The caller's outcome, and whether the process that settled the execution already wrote its audit event. */
interface CallerResult {
  readonly result: Either.Either<unknown, ServiceError>
  readonly audited: boolean
}

/** Finishes platform-first executions, and reports the same outcome to every caller. */
export class Finisher extends Context.Tag("@adwarden/Finisher")<
  Finisher,
  {
    /** Finishes an execution within the host's time limit. Returns the outcome for its caller. */
    readonly finishForCaller: (
      organization: number,
      execution: string
    ) => Effect.Effect<CallerResult, SqlError>
    /** Finishes an execution in a worker. Fails while the platform has not confirmed or refused it. */
    readonly finish: (organization: number, execution: string) => Effect.Effect<void, Undecided | SqlError>
    /** Finishes all open executions that no process is finishing. Returns the number finished. */
    readonly finishAll: Effect.Effect<number, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Finisher,
    Effect.suspend(() => make)
  )
}

const because =
  "The ad platform has not confirmed the change yet. It is finished in the background: {actions.list} shows it once it is done, and the same call with the same idempotency key returns its outcome."

/** The maximum number of sends in one run. A repeated send of the same mutation changes nothing. */
const maxSends = 2

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts
  const edits = yield* Edits
  const holds = yield* Holds
  const writes = yield* Writes
  const { executionTakeoverSeconds } = yield* Settings
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)
  /** A worker takes over after the full time, so the host stops a little sooner. */
  const timeoutMillis = Math.max(1, executionTakeoverSeconds * 800)

  type FinishEffect = Effect.Effect<Execution, Undecided | SqlError, SqlClient.SqlClient>

  const platformFirstOf = (step: ExecutedStep) => edits.get(step).platformFirst!
  const decodeTrace = (step: ExecutedStep): unknown =>
    Either.getOrThrow(edits.get(step).decodeTrace(step.trace))
  const readSteps = (account: LinkedAccount, { organization, work }: Execution) =>
    Effect.forEach(
      stepsIn(work),
      (step) => {
        const trace = decodeTrace(step)
        const first = platformFirstOf(step)
        return Effect.map(
          first.readRemote(account, organization, trace),
          (remote): PlatformStep => ({ first, trace, remote })
        )
      },
      { concurrency: 5 }
    )

  /**
   * Before anything is sent: removes from the execution what others already have in the platform, and reports
   * it.
   */
  const excludeExisting = (execution: Execution, platformSteps: ReadonlyArray<PlatformStep>) =>
    updateOpenExecution(execution, (now) =>
      Effect.gen(function* () {
        if (now.work.looked) return
        const steps = yield* Effect.forEach(stepsIn(now.work), (step, n) => {
          const { first, remote, trace } = platformSteps[n]!
          return Effect.map(
            first.excludeExisting?.(now.organization, trace, remote) ?? Effect.succeed(null),
            (updated): ExecutedStep => (updated === null ? step : { ...step, ...updated })
          )
        })
        yield* saveProgress(now, { ...withSteps(now.work, steps), looked: true })
      })
    )

  const succeed = (
    execution: Execution,
    platformSteps: ReadonlyArray<PlatformStep>,
    sent: ReadonlyArray<ReadonlyArray<Mutation>>,
    refs: ReadonlyArray<Ref>
  ) =>
    settle(holds, execution, (now) =>
      Effect.gen(function* () {
        const remaining = [...refs]
        const steps = yield* Effect.forEach(stepsIn(now.work), (step, n) => {
          const { first, remote, trace } = platformSteps[n]!
          const ownRefs = remaining.splice(0, sent[n]?.length ?? 0)
          return Effect.map(
            first.complete(now.organization, trace, remote, ownRefs),
            (done): ExecutedStep => ({ ...step, trace: done })
          )
        })
        const executed = withSteps(now.work, steps)
        return { executed, output: writes.get(now.operation)!.output(executed) }
      })
    )

  /** The platform has certainly not done it: discards the execution and reports the reason. */
  const refuse = (execution: Execution, refusal: PlatformRefusal) =>
    settle(holds, execution, (now) =>
      Effect.gen(function* () {
        for (const step of stepsIn(now.work))
          yield* platformFirstOf(step).discard(now.organization, decodeTrace(step))
        const write = writes.get(now.operation)!
        // An undo that is partly done reports both parts, whatever stopped the rest.
        const isAnswer = refusal.code !== "unavailable" || now.work.settled !== undefined
        if (write.declined === undefined || !isAnswer) return { refused: refusal }
        return { declined: now.work, output: write.declined(now.work, refusal.message), refusal }
      })
    )

  /**
   * A failure is final only while nothing can have been sent. After that, only the platform's state decides.
   */
  const handleFailure = (execution: Execution, failure: ReadFailure, nothingSent: boolean): FinishEffect =>
    nothingSent && failure._tag !== "PlatformUnreachable"
      ? refuse(execution, platformRefusal(failure, platformFirstOf(stepsIn(execution.work)[0]!).field))
      : Effect.fail(new Undecided({ message: failure.message, nothingSent }))

  const send = (
    execution: Execution,
    account: LinkedAccount,
    remaining: number,
    nothingSent: boolean
  ): FinishEffect =>
    Effect.gen(function* () {
      const remoteRead = yield* Effect.either(readSteps(account, execution))
      if (Either.isLeft(remoteRead)) {
        if (remoteRead.left._tag === "SqlError") return yield* remoteRead.left
        return yield* handleFailure(execution, remoteRead.left, nothingSent)
      }
      const now = execution.work.looked ? execution : yield* excludeExisting(execution, remoteRead.right)
      if (now.state !== "open") return now
      // Items that already existed are no longer part of the request.
      const steps = stepsIn(now.work)
      const platformSteps = remoteRead.right.map((one, n) => ({ ...one, trace: decodeTrace(steps[n]!) }))
      const missing = platformSteps.map(({ first, remote, trace }) => first.missing(trace, remote))
      const mutations = missing.flat()
      if (mutations.length === 0) return yield* succeed(now, platformSteps, [], [])
      if (remaining === 0)
        return yield* new Undecided({
          message: "No response arrived for the second time.",
          nothingSent: false
        })
      const sent = yield* Effect.either(account.platform.mutate(account, mutations))
      if (Either.isRight(sent)) return yield* succeed(now, platformSteps, missing, sent.right)
      return sent.left._tag === "OutcomeUnknown"
        ? yield* send(now, account, remaining - 1, false)
        : // It was just read as missing, and none of it was taken now.
          yield* handleFailure(now, sent.left, nothingSent || sent.left._tag !== "PlatformUnreachable")
    })

  const finishExecution = (organization: number, id: string) =>
    Effect.gen(function* () {
      const execution = yield* findExecution(organization, id)
      if (execution === null || execution.state !== "open") return execution
      const nothingSent = !execution.work.looked
      const account = yield* Effect.either(accounts.get(organization, execution.work.account ?? ""))
      if (Either.isRight(account)) return yield* send(execution, account.right, maxSends, nothingSent)
      if (account.left._tag === "SqlError") return yield* account.left
      return yield* handleFailure(execution, account.left, nothingSent)
    }).pipe(withSql)

  const resultOf = (ended: Execution | null): Either.Either<unknown, ServiceError> => {
    const answer = ended?.answer ?? null
    if (answer === null) return Either.left(new Unavailable({ retryAfter: 2, because }))
    if ("refused" in answer) return Either.left(errorOfRefusal(answer.refused))
    return Either.right("output" in answer ? answer.output : null)
  }

  /** Ends an execution of which nothing was sent, so it cannot take effect after the caller's response. */
  const abandonUnsent = (organization: number, id: string, { message }: Undecided) =>
    Effect.gen(function* () {
      const execution = yield* findExecution(organization, id)
      if (execution === null) return null
      const field = platformFirstOf(stepsIn(execution.work)[0]!).field
      return yield* refuse(execution, { code: "unavailable", field, message })
    }).pipe(withSql)

  return {
    finishForCaller: Effect.fn("Finisher.finishForCaller")(function* (organization: number, id: string) {
      const ended = yield* finishExecution(organization, id).pipe(
        Effect.timeoutFail({
          duration: timeoutMillis,
          onTimeout: () => new Undecided({ message: "No answer in time.", nothingSent: false })
        }),
        Effect.catchTag(
          "Undecided",
          (failure): Effect.Effect<Execution | null | "unknown", SqlError> =>
            failure.nothingSent ? abandonUnsent(organization, id, failure) : Effect.succeed("unknown")
        )
      )
      const answer: CallerResult =
        ended === "unknown"
          ? {
              result: Either.left(new Unavailable({ retryAfter: executionTakeoverSeconds, because })),
              audited: false
            }
          : { result: resultOf(ended), audited: true }
      return answer
    }),
    finish: Effect.fn("Finisher.finish")(function* (organization: number, id: string) {
      yield* finishExecution(organization, id)
    }),
    finishAll: Effect.gen(function* () {
      const remaining = yield* sql<{ organization_id: number; id: string }>`
        select organization_id, id from executions where state = 'open'
          and created_at < now() - ${executionTakeoverSeconds} * interval '2 seconds' order by created_at limit 1000`
      const ended = yield* Effect.forEach(remaining, ({ id, organization_id }) =>
        finishExecution(organization_id, id).pipe(
          Effect.as(1),
          Effect.catchTag("Undecided", ({ message }) =>
            Effect.as(Effect.logWarning(`The execution ${id} is still undecided`, message), 0)
          )
        )
      )
      return ended.reduce<number>((sum, one) => sum + one, 0)
    }).pipe(Effect.withSpan("Finisher.finishAll"))
  }
})
