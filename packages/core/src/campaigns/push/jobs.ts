import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { type BackgroundWork, backgroundJob } from "../../changes/edit.ts"
import type { TryLater } from "../../tasks/failures.ts"
import { Queue } from "../../tasks/queue.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import { readOpenJobs } from "../../tasks/queue-health.ts"
import { type Consumer, registerConsumer, registerSchedule } from "../../tasks/registries.ts"
import { type PushPart, pushParts } from "../campaign.ts"
import { Push } from "./push.ts"
import { asTaskFailure } from "./record.ts"
import { readWaiting } from "./waiting.ts"

/** Brings a campaign in the platform to the state that the service stores. */
export const campaignPush = defineQueue(
  "campaign-push",
  Schema.Struct({
    organization: Schema.Number,
    campaign: Schema.Number,
    /** The parts to push; all if omitted. */
    fields: Schema.optional(Schema.Array(Schema.Literal(...pushParts)))
  })
)

/** Pushes after the commit, with everything that the platform does not have by then. */
export const pushWork = (
  organization: number,
  campaign: number,
  fields: ReadonlyArray<PushPart> = []
): BackgroundWork => backgroundJob(campaignPush, { organization, campaign, fields })

/** Pushes without a task: the campaign shows their result. */
export const pushJobs = registerConsumer(
  campaignPush,
  Effect.map(
    Push,
    (push): Consumer<typeof campaignPush.schema.Type> => ({
      run: ({ campaign, fields, organization }, { job, isLast }) =>
        push.campaign(organization, campaign, job, fields).pipe(
          Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error))),
          Effect.asVoid,
          Effect.catchAll((failure): Effect.Effect<void, TryLater | SqlError> => {
            if (failure._tag === "SqlError" || (failure._tag === "TryLater" && !isLast)) {
              return Effect.fail(failure)
            }
            const reason = failure._tag === "TryLater" ? "task_error" : failure.reason
            return push.failed(organization, campaign, job, { message: failure.message, reason })
          })
        ),
      onDeadLetter: ({ campaign, organization }, failure, job) =>
        push.failed(organization, campaign, job, failure)
    })
  )
)

type PushJob = Pick<typeof campaignPush.schema.Type, "organization" | "campaign">

const keyOf = ({ campaign, organization }: PushJob) => `${organization}/${campaign}`

/**
 * Sends changes again that waited for the platform or for a broken connection: those that stop spend first. A
 * repeated push is harmless, but a campaign whose job still waits needs no second one.
 */
export const resendWaiting = Effect.gen(function* () {
  const queue = yield* Queue
  const open = yield* readOpenJobs(campaignPush)
  if (open === null) return { sent: 0 }
  const queued = new Set(open.map(keyOf))
  const waiting = (yield* readWaiting).filter((row) => !queued.has(keyOf(row)))
  yield* Effect.forEach(
    waiting,
    ({ campaign, organization, stops }) =>
      queue.send(
        campaignPush,
        { organization, campaign, fields: [] },
        { organization, stopsSpend: stops, lowPriority: !stops }
      ),
    { discard: true }
  )
  return { sent: waiting.length }
})

export const resendJobs = registerSchedule({ name: "push-waiting", cron: "* * * * *", run: resendWaiting })
