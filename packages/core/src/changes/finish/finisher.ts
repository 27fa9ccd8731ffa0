import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { giveUp, sendNegatives } from "../../campaigns/negatives/send.ts"
import { Unavailable } from "../../contract/index.ts"
import { Settings } from "../../settings.ts"
import type { Underway } from "./course.ts"
import { errorOf } from "./refusal.ts"
import { findUnderway } from "./settle.ts"
import { Undecided } from "./undecided.ts"

type Told = ReturnType<typeof errorOf>

/** Brings changes that go to the platform first to their end: applied or not, told once and the same to all. */
export class Finisher extends Context.Tag("@adwarden/Finisher")<
  Finisher,
  {
    /** For the host that accepted it, in the time that it has: the answer for its caller. */
    readonly answer: (organization: number, action: string) => Effect.Effect<unknown, Told | SqlError>
    /** For a worker, whoever began it. Fails while the platform does not say what became of it. */
    readonly finish: (organization: number, action: string) => Effect.Effect<void, Undecided | SqlError>
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
  "The ad platform has not said yet what became of the change. It is finished in the background: send the same call with the same idempotency key to learn the outcome."

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { finishAfterSeconds } = yield* Settings
  const send = yield* sendNegatives
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)
  /** A worker takes over after the whole time, so the host lets go a little sooner. */
  const patience = Math.max(1, finishAfterSeconds * 800)

  const bring = (organization: number, action: string) =>
    Effect.gen(function* () {
      const underway = yield* findUnderway(organization, action)
      return underway === null || underway.state !== "executing" ? underway : yield* send(underway)
    }).pipe(withSql)

  const told = (ended: Underway | null): Effect.Effect<unknown, Told> =>
    ended?.course.refused !== undefined
      ? Effect.fail(errorOf(ended.course.refused, "keywords"))
      : Effect.succeed(ended?.course.answer)

  /** Nothing was sent: then it is better to say so than to surprise the caller later. */
  const letGo = (organization: number, action: string, { message }: Undecided) =>
    Effect.gen(function* () {
      const underway = yield* findUnderway(organization, action)
      return underway === null ? null : yield* giveUp(underway, { code: "unavailable", message })
    }).pipe(withSql)

  return {
    answer: Effect.fn("Finisher.answer")(function* (organization: number, action: string) {
      const ended = yield* bring(organization, action).pipe(
        Effect.timeoutFail({
          duration: patience,
          onTimeout: () => new Undecided({ message: "No answer in time.", untouched: false })
        }),
        Effect.catchTag(
          "Undecided",
          (undecided): Effect.Effect<Underway | null, Unavailable | SqlError> =>
            undecided.untouched
              ? letGo(organization, action, undecided)
              : new Unavailable({ retryAfter: finishAfterSeconds, because })
        )
      )
      return yield* told(ended)
    }),
    finish: Effect.fn("Finisher.finish")(function* (organization: number, action: string) {
      yield* bring(organization, action)
    }),
    finishAll: Effect.gen(function* () {
      const left = yield* sql<{ organization_id: number; id: string }>`
        select organization_id, id from actions where state = 'executing' and after is not null
          and at < now() - ${finishAfterSeconds} * interval '2 seconds' order by at limit 1000`
      const ended = yield* Effect.forEach(left, ({ id, organization_id }) =>
        bring(organization_id, id).pipe(
          Effect.as(1),
          Effect.catchTag("Undecided", ({ message }) =>
            Effect.as(Effect.logWarning(`The action ${id} is still undecided`, message), 0)
          )
        )
      )
      return ended.reduce<number>((sum, one) => sum + one, 0)
    }).pipe(Effect.withSpan("Finisher.finishAll"))
  }
})
