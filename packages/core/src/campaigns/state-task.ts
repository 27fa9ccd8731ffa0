import { Effect } from "effect"
import { Settings } from "../settings.ts"
import { TaskFailed } from "../tasks/failure.ts"
import type { TaskKind } from "../tasks/task-kind.ts"
import { Push } from "./push/push.ts"
import { asTaskFailure } from "./push/task-failure.ts"

const gone = new TaskFailed({
  reason: "task_error",
  message: "The campaign of this task is no longer there."
})

/** A change of state on its way to the platform. It goes by what the campaign shall be when it runs. */
export const campaignStateTask = Effect.gen(function* () {
  const push = yield* Push
  const { appUrl } = yield* Settings
  const kind: TaskKind = {
    run: ({ campaign, organization }) =>
      Effect.gen(function* () {
        const pushed = yield* push
          .campaign(organization, campaign!, ["state"])
          .pipe(Effect.mapError((error) => (error._tag === "SqlError" ? error : asTaskFailure(error))))
        if (pushed === null) return yield* gone
        const { org, slug, state, syncedAt } = pushed
        return { campaign: slug, url: `${appUrl}/${org}/campaigns/${slug}`, state, synced_at: syncedAt }
      }),
    failed: ({ campaign, organization }, { message }) => push.failed(organization, campaign!, message)
  }
  return kind
})
