import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { type BackgroundWork, backgroundJob } from "../../changes/background-work.ts"
import type { TryLater } from "../../tasks/failures.ts"
import { defineQueue } from "../../tasks/queue-definition.ts"
import { type Consumer, registerConsumer } from "../../tasks/registries.ts"
import { type PushPart, pushParts } from "../stored-campaign.ts"
import { asTaskFailure } from "./failure.ts"
import { Push } from "./push.ts"

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
