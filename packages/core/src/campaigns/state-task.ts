import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { readPlatformLabel } from "../platform/ad-accounts.ts"
import { asSentence } from "../platform/errors.ts"
import { Settings } from "../settings.ts"
import { TaskFailed, TryLater } from "../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../tasks/task-kinds.ts"
import { campaignUrl } from "./campaign.ts"
import { Push } from "./push/push.ts"
import { asTaskFailure, type PushFailure } from "./push/record.ts"
import { findDraft } from "./rows/draft-rows.ts"

/** Sends a change of state to the platform. It uses the campaign's target state at the time it runs. */
export const campaignStateTask = defineTask(
  "campaign_state",
  Schema.Struct({ state: Schema.Literal("live", "paused", "draft") })
)

const campaignMissing = new TaskFailed({
  reason: "task_error",
  message: "The campaign of this task is no longer there."
})

const stages = {
  live: "Setting the campaign live in",
  paused: "Pausing the campaign in",
  draft: "Taking the campaign back to a draft in"
} as const

/** A launch must be requested again. Every other change is sent again by itself. */
const failureOf = (state: keyof typeof stages, failure: PushFailure): TaskFailed | TryLater =>
  state === "live" || failure._tag !== "PlatformUnreachable"
    ? asTaskFailure(failure)
    : new TryLater({
        message: `${failure.platform} could not be reached: ${asSentence(failure.message)} The change is saved and is sent again every few minutes until ${failure.platform} has it.`
      })

/** The id of a task's push, the same on every attempt. */
const pushIdOf = (task: number): string => `task/${task}`

export const campaignStateKind = registerTaskKind(
  campaignStateTask,
  Effect.gen(function* () {
    const push = yield* Push
    const sql = yield* SqlClient.SqlClient
    const { appUrl } = yield* Settings
    const kind: TaskKind<typeof campaignStateTask.schema.Type> = {
      run: ({ campaign, id, input, organization, setStage }) =>
        Effect.gen(function* () {
          const found = yield* findDraft(organization, campaign!)
          const platform = yield* readPlatformLabel(organization, found?.account ?? "")
          yield* setStage(`${stages[input.state]} ${platform}.`)
          const pushed = yield* push
            .campaign(organization, campaign!, pushIdOf(id), ["state"])
            .pipe(
              Effect.mapError((error) => (error._tag === "SqlError" ? error : failureOf(input.state, error)))
            )
          if (pushed === null) return yield* campaignMissing
          const { slug, state, syncedAt } = pushed
          const url = yield* campaignUrl(appUrl, organization, slug)
          return { campaign: slug, url, state, synced_at: syncedAt }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql)),
      onFailure: ({ campaign, id, organization }, failure) =>
        push.failed(organization, campaign!, pushIdOf(id), failure)
    }
    return kind
  })
)
