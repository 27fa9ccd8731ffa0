import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Push } from "../campaigns/push/push.ts"
import { asTaskFailure } from "../campaigns/push/task-failure.ts"
import { Finisher } from "../changes/finish.ts"
import type { TryLater } from "./failure.ts"
import { lostBecause } from "./lost.ts"
import type { LostJob, QueueData, QueueName } from "./queues.ts"
import { Tasks } from "./tasks.ts"

export interface Attempt {
  /** Whether there will be no other try. */
  readonly last: boolean
  /** Of a lost job: what the queue noted at its end. */
  readonly output: unknown
}

export type Consume<Name extends QueueName> = (
  data: QueueData[Name],
  attempt: Attempt
) => Effect.Effect<unknown, unknown>

/** Who works on each queue. A failure is another try, for as long as there are any. */
export type Consumers = { readonly [Name in QueueName]?: Consume<Name> }

export const makeConsumers = Effect.gen(function* () {
  const tasks = yield* Tasks
  const push = yield* Push
  const finisher = yield* Finisher

  /** A push that nobody follows: what became of it shows in the campaign. */
  const pushOne = ({ campaign, fields, organization }: QueueData["campaign-push"], last: boolean) =>
    push.campaign(organization, campaign, fields).pipe(
      Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error))),
      Effect.catchAll((failure): Effect.Effect<void, TryLater | SqlError> => {
        if (failure._tag === "SqlError" || (failure._tag === "TryLater" && !last)) return Effect.fail(failure)
        return push.failed(organization, campaign, failure.message)
      })
    )

  const lost = (job: LostJob, output: unknown): Effect.Effect<void, SqlError> => {
    const failure = lostBecause(output)
    return "task" in job
      ? tasks.lost(job.organization, job.task, failure)
      : push.failed(job.organization, job.campaign, failure.message)
  }

  const consumers: Consumers = {
    task: ({ organization, task }, { last }) => tasks.run(organization, task, last),
    "campaign-push": (job, { last }) => pushOne(job, last),
    // Where its host brought it to an end, nothing is left to do.
    "execution-finish": ({ execution, organization }) => finisher.finish(organization, execution),
    lost: (job, { output }) => lost(job, output)
  }
  return consumers
})
