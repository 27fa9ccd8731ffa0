import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Data, Effect, Either, Layer } from "effect"
import { type ServiceError, Unavailable } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { AdAccount, Mutation, Ref } from "../platform/model/index.ts"
import { Settings } from "../settings.ts"
import { Edits } from "./edits.ts"
import { type Execution, findExecution, saveProgress } from "./executions.ts"
import type { PlatformFirst } from "./platform-first.ts"
import { errorOfRefusal, platformRefusal } from "./platform-refusal.ts"
import { settle, updateOpenExecution } from "./settle.ts"
import { type PlatformRefusal, stepsIn, withSteps } from "./stored.ts"
import type { ExecutedStep } from "./write.ts"
import { Writes } from "./writes.ts"

/** The platform has not said what became of it, so nobody may say it has failed or been done. */
class Undecided extends Data.TaggedError("Undecided")<{
  readonly message: string
  /** Whether nothing can have been sent yet. */
  readonly nothingSent: boolean
}> {}

/** What its caller hears, and whether that is in the audit trail already: whoever settles an execution writes it there. */
interface CallerResult {
  readonly result: Either.Either<unknown, ServiceError>
  readonly audited: boolean
}

/** Brings executions that go to the platform first to their end: done or not, told once and the same to all. */
export class Finisher extends Context.Tag("@adwarden/Finisher")<
  Finisher,
  {
    /** For the host that accepted it, in the time that it has: the answer for its caller. */
    readonly finishForCaller: (
      organization: number,
      execution: string
    ) => Effect.Effect<CallerResult, SqlError>
    /** For a worker, whoever began it. Fails while the platform does not say what became of it. */
    readonly finish: (organization: number, execution: string) => Effect.Effect<void, Undecided | SqlError>
    /** Takes up all that nobody finished; answers how many were brought to an end. */
    readonly finishAll: Effect.Effect<number, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Finisher,
    Effect.suspend(() => make)
  )
}

const because =
  "The ad platform has not said yet what became of the change. It is finished in the background: {actions.list} shows it once it is done, and the same call with the same idempotency key is answered with its outcome."

/** How often one run sends. Doing what is done already changes nothing, so a second time does no harm. */
const maxSends = 2

/** A step on its way, with what the platform shows of it. */
interface PlatformStep {
  readonly first: PlatformFirst<unknown>
  readonly trace: unknown
  readonly there: unknown
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  const edits = yield* Edits
  const writes = yield* Writes
  const { executionTakeoverSeconds } = yield* Settings
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)
  /** A worker takes over after the whole time, so the host lets go a little sooner. */
  const timeoutMillis = Math.max(1, executionTakeoverSeconds * 800)

  type FinishEffect = Effect.Effect<Execution, Undecided | SqlError, SqlClient.SqlClient>

  const platformFirstOf = (step: ExecutedStep) => edits.get(step).platformFirst!
  const decodeTrace = (step: ExecutedStep): unknown =>
    Either.getOrThrow(edits.get(step).decodeTrace(step.trace))
  const readSteps = (account: AdAccount, { organization, work }: Execution) =>
    Effect.forEach(stepsIn(work), (step) => {
      const trace = decodeTrace(step)
      const first = platformFirstOf(step)
      return Effect.map(
        first.readRemote(account, organization, trace),
        (there): PlatformStep => ({ first, trace, there })
      )
    })

  /** Before anything is sent: what others have in the platform already is left to them, and told. */
  const excludeExisting = (execution: Execution, looked: ReadonlyArray<PlatformStep>) =>
    updateOpenExecution(execution, (now) =>
      Effect.gen(function* () {
        if (now.work.looked) return
        const steps = yield* Effect.forEach(stepsIn(now.work), (step, n) => {
          const { first, there, trace } = looked[n]!
          return Effect.map(
            first.excludeExisting?.(now.organization, trace, there) ?? Effect.succeed(null),
            (updated): ExecutedStep => (updated === null ? step : { ...step, ...updated })
          )
        })
        yield* saveProgress(now, { ...withSteps(now.work, steps), looked: true })
      })
    )

  const succeed = (
    execution: Execution,
    looked: ReadonlyArray<PlatformStep>,
    sent: ReadonlyArray<ReadonlyArray<Mutation>>,
    refs: ReadonlyArray<Ref>
  ) =>
    settle(execution, (now) =>
      Effect.gen(function* () {
        const remaining = [...refs]
        const steps = yield* Effect.forEach(stepsIn(now.work), (step, n) => {
          const { first, there, trace } = looked[n]!
          const ownRefs = remaining.splice(0, sent[n]?.length ?? 0)
          return Effect.map(
            first.complete(now.organization, trace, there, ownRefs),
            (done): ExecutedStep => ({ ...step, trace: done })
          )
        })
        const executed = withSteps(now.work, steps)
        return { executed, output: writes.get(now.operation)!.output(executed) }
      })
    )

  /** It has surely not been done: what was intended goes, and whoever asked hears why. */
  const refuse = (execution: Execution, refusal: PlatformRefusal) =>
    settle(execution, (now) =>
      Effect.gen(function* () {
        for (const step of stepsIn(now.work))
          yield* platformFirstOf(step).discard(now.organization, decodeTrace(step))
        const write = writes.get(now.operation)!
        if (write.declined === undefined || refusal.code === "unavailable") return { refused: refusal }
        return { declined: now.work, output: write.declined(now.work, refusal.message), refusal }
      })
    )

  /** While nothing can have been sent a failure is final; after that only the platform's word is. */
  const handleFailure = (execution: Execution, failure: ReadFailure, nothingSent: boolean): FinishEffect =>
    nothingSent && failure._tag !== "PlatformUnreachable"
      ? refuse(execution, platformRefusal(failure, platformFirstOf(stepsIn(execution.work)[0]!).field))
      : Effect.fail(new Undecided({ message: failure.message, nothingSent }))

  const send = (
    execution: Execution,
    account: AdAccount,
    remaining: number,
    nothingSent: boolean
  ): FinishEffect =>
    Effect.gen(function* () {
      const platformSteps = yield* Effect.either(readSteps(account, execution))
      if (Either.isLeft(platformSteps)) {
        if (platformSteps.left._tag === "SqlError") return yield* platformSteps.left
        return yield* handleFailure(execution, platformSteps.left, nothingSent)
      }
      const now = execution.work.looked ? execution : yield* excludeExisting(execution, platformSteps.right)
      if (now.state !== "open") return now
      // What was left to others is no longer asked for.
      const steps = stepsIn(now.work)
      const looked = platformSteps.right.map((one, n) => ({ ...one, trace: decodeTrace(steps[n]!) }))
      const missing = looked.map(({ first, there, trace }) => first.missing(trace, there))
      const mutations = missing.flat()
      if (mutations.length === 0) return yield* succeed(now, looked, [], [])
      if (remaining === 0)
        return yield* new Undecided({ message: "Its answer was lost again.", nothingSent: false })
      const answer = yield* Effect.either(platform.mutate(account, mutations))
      if (Either.isRight(answer)) return yield* succeed(now, looked, missing, answer.right)
      return answer.left._tag === "OutcomeUnknown"
        ? yield* send(now, account, remaining - 1, false)
        : // It was just read as missing, and none of it was taken now.
          yield* handleFailure(now, answer.left, nothingSent || answer.left._tag !== "PlatformUnreachable")
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

  /** Nothing was sent: then it is better to say so than to surprise the caller later. */
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
