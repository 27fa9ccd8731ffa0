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
import { type Execution, findExecution, noteWork } from "./executions.ts"
import type { PlatformFirst } from "./platform-first.ts"
import { errorOfRefusal, platformRefusal } from "./platform-refusal.ts"
import { settle, stepOf } from "./settle.ts"
import type { PlatformRefusal, Work } from "./stored.ts"
import type { DoneStep } from "./write.ts"
import { Writes } from "./writes.ts"

/** The platform has not said what became of it, so nobody may say it has failed or been done. */
class Undecided extends Data.TaggedError("Undecided")<{
  readonly message: string
  /** Whether nothing can have been sent yet. */
  readonly untouched: boolean
}> {}

/** What its caller hears, and whether that is in the audit trail already: whoever settles an execution writes it there. */
interface CallerAnswer {
  readonly result: Either.Either<unknown, ServiceError>
  readonly audited: boolean
}

/** Brings executions that go to the platform first to their end: done or not, told once and the same to all. */
export class Finisher extends Context.Tag("@adwarden/Finisher")<
  Finisher,
  {
    /** For the host that accepted it, in the time that it has: the answer for its caller. */
    readonly answer: (organization: number, execution: string) => Effect.Effect<CallerAnswer, SqlError>
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
const sends = 2

/** A step on its way, with what the platform shows of it. */
interface StepInPlatform {
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
  const { finishAfterSeconds } = yield* Settings
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)
  /** A worker takes over after the whole time, so the host lets go a little sooner. */
  const patience = Math.max(1, finishAfterSeconds * 800)

  type Going = Effect.Effect<Execution, Undecided | SqlError, SqlClient.SqlClient>

  const firstOf = (step: DoneStep) => edits.get(step).first!
  const decoded = (step: DoneStep): unknown => Either.getOrThrow(edits.get(step).decodeTrace(step.trace))
  const stepsIn = (work: Work) => work.actions.flatMap(({ steps }) => steps)
  const withSteps = (work: Work, steps: ReadonlyArray<DoneStep>): Work => {
    const left = [...steps]
    return {
      ...work,
      actions: work.actions.map((action) => ({ ...action, steps: left.splice(0, action.steps.length) }))
    }
  }

  const look = (account: AdAccount, { organization, work }: Execution) =>
    Effect.forEach(stepsIn(work), (step) => {
      const trace = decoded(step)
      const first = firstOf(step)
      return Effect.map(
        first.look(account, organization, trace),
        (there): StepInPlatform => ({ first, trace, there })
      )
    })

  /** Before anything is sent: what others have in the platform already is left to them, and told. */
  const leaveToOthers = (execution: Execution, looked: ReadonlyArray<StepInPlatform>) =>
    stepOf(execution, (now) =>
      Effect.gen(function* () {
        if (now.work.looked) return
        const steps = yield* Effect.forEach(stepsIn(now.work), (step, n) => {
          const { first, there, trace } = looked[n]!
          return Effect.map(
            first.leaveToOthers?.(now.organization, trace, there) ?? Effect.succeed(null),
            (retold): DoneStep => (retold === null ? step : { ...step, ...retold })
          )
        })
        yield* noteWork(now, { ...withSteps(now.work, steps), looked: true })
      })
    )

  const succeed = (
    execution: Execution,
    looked: ReadonlyArray<StepInPlatform>,
    sent: ReadonlyArray<ReadonlyArray<Mutation>>,
    refs: ReadonlyArray<Ref>
  ) =>
    settle(execution, (now) =>
      Effect.gen(function* () {
        const left = [...refs]
        const steps = yield* Effect.forEach(stepsIn(now.work), (step, n) => {
          const { first, there, trace } = looked[n]!
          const mine = left.splice(0, sent[n]?.length ?? 0)
          return Effect.map(
            first.done(now.organization, trace, there, mine),
            (done): DoneStep => ({ ...step, trace: done })
          )
        })
        const executed = withSteps(now.work, steps)
        return { executed, output: writes.get(now.operation)!.answer(executed) }
      })
    )

  /** It has surely not been done: what was intended goes, and whoever asked hears why. */
  const giveUp = (execution: Execution, refusal: PlatformRefusal) =>
    settle(execution, (now) =>
      Effect.gen(function* () {
        for (const step of stepsIn(now.work)) yield* firstOf(step).dropped(now.organization, decoded(step))
        const write = writes.get(now.operation)!
        if (write.declined === undefined || refusal.code === "unavailable") return { refused: refusal }
        return { declined: now.work, output: write.declined(now.work, refusal.message), refusal }
      })
    )

  /** While nothing can have been sent a failure is final; after that only the platform's word is. */
  const failed = (execution: Execution, failure: ReadFailure, untouched: boolean): Going =>
    untouched && failure._tag !== "PlatformUnreachable"
      ? giveUp(execution, platformRefusal(failure, firstOf(stepsIn(execution.work)[0]!).field))
      : Effect.fail(new Undecided({ message: failure.message, untouched }))

  const send = (execution: Execution, account: AdAccount, left: number, untouched: boolean): Going =>
    Effect.gen(function* () {
      const found = yield* Effect.either(look(account, execution))
      if (Either.isLeft(found)) {
        if (found.left._tag === "SqlError") return yield* found.left
        return yield* failed(execution, found.left, untouched)
      }
      const now = execution.work.looked ? execution : yield* leaveToOthers(execution, found.right)
      if (now.state !== "open") return now
      // What was left to others is no longer asked for.
      const steps = stepsIn(now.work)
      const looked = found.right.map((one, n) => ({ ...one, trace: decoded(steps[n]!) }))
      const missing = looked.map(({ first, there, trace }) => first.missing(trace, there))
      const mutations = missing.flat()
      if (mutations.length === 0) return yield* succeed(now, looked, [], [])
      if (left === 0) return yield* new Undecided({ message: "Its answer was lost again.", untouched: false })
      const answer = yield* Effect.either(platform.mutate(account, mutations))
      if (Either.isRight(answer)) return yield* succeed(now, looked, missing, answer.right)
      return answer.left._tag === "OutcomeUnknown"
        ? yield* send(now, account, left - 1, false)
        : // It was just read as missing, and none of it was taken now.
          yield* failed(now, answer.left, untouched || answer.left._tag !== "PlatformUnreachable")
    })

  const bring = (organization: number, id: string) =>
    Effect.gen(function* () {
      const execution = yield* findExecution(organization, id)
      if (execution === null || execution.state !== "open") return execution
      const untouched = !execution.work.looked
      const account = yield* Effect.either(accounts.get(organization, execution.work.account ?? ""))
      if (Either.isRight(account)) return yield* send(execution, account.right, sends, untouched)
      if (account.left._tag === "SqlError") return yield* account.left
      return yield* failed(execution, account.left, untouched)
    }).pipe(withSql)

  const resultOf = (ended: Execution | null): Either.Either<unknown, ServiceError> => {
    const answer = ended?.answer ?? null
    if (answer === null) return Either.left(new Unavailable({ retryAfter: 2, because }))
    if ("refused" in answer) return Either.left(errorOfRefusal(answer.refused))
    return Either.right("output" in answer ? answer.output : null)
  }

  /** Nothing was sent: then it is better to say so than to surprise the caller later. */
  const letGo = (organization: number, id: string, { message }: Undecided) =>
    Effect.gen(function* () {
      const execution = yield* findExecution(organization, id)
      if (execution === null) return null
      const field = firstOf(stepsIn(execution.work)[0]!).field
      return yield* giveUp(execution, { code: "unavailable", field, message })
    }).pipe(withSql)

  return {
    answer: Effect.fn("Finisher.answer")(function* (organization: number, id: string) {
      const ended = yield* bring(organization, id).pipe(
        Effect.timeoutFail({
          duration: patience,
          onTimeout: () => new Undecided({ message: "No answer in time.", untouched: false })
        }),
        Effect.catchTag(
          "Undecided",
          (undecided): Effect.Effect<Execution | null | "unknown", SqlError> =>
            undecided.untouched ? letGo(organization, id, undecided) : Effect.succeed("unknown")
        )
      )
      const answer: CallerAnswer =
        ended === "unknown"
          ? {
              result: Either.left(new Unavailable({ retryAfter: finishAfterSeconds, because })),
              audited: false
            }
          : { result: resultOf(ended), audited: true }
      return answer
    }),
    finish: Effect.fn("Finisher.finish")(function* (organization: number, id: string) {
      yield* bring(organization, id)
    }),
    finishAll: Effect.gen(function* () {
      const left = yield* sql<{ organization_id: number; id: string }>`
        select organization_id, id from executions where state = 'open'
          and created_at < now() - ${finishAfterSeconds} * interval '2 seconds' order by created_at limit 1000`
      const ended = yield* Effect.forEach(left, ({ id, organization_id }) =>
        bring(organization_id, id).pipe(
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
