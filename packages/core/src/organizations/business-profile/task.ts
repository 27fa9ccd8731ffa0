import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { SiteReader, SiteUnreadable } from "../../outbound/index.ts"
import type { AdAccounts } from "../../platform/index.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../tasks/task-kinds.ts"
import { analyseWebsite } from "./analyse.ts"
import { failAnalysis, isLatestAnalysis, writeProfile } from "./rows.ts"

/** The analysis of a website. It replaces the whole profile when it completes. */
export const businessProfileTask = defineTask("business_profile", Schema.Struct({ url: Schema.String }))

const superseded = new TaskFailed({
  reason: "task_error",
  message:
    "Another analysis was started after this one, and its outcome is the one that counts. Follow that one."
})

const taskErrorOf = ({ isRetryable, message }: SiteUnreadable) =>
  isRetryable ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

type Requirements = SiteReader | AdAccounts | SqlClient.SqlClient

export const businessProfileKind = registerTaskKind(
  businessProfileTask,
  Effect.map(Effect.context<Requirements>(), (context) => {
    const kind: TaskKind<typeof businessProfileTask.schema.Type> = {
      run: ({ id, input, organization, setStage }) =>
        Effect.gen(function* () {
          if (!(yield* isLatestAnalysis(organization, id))) return yield* superseded
          const content = yield* Effect.mapError(
            analyseWebsite(organization, input.url, setStage),
            (error) => (error._tag === "SiteUnreadable" ? taskErrorOf(error) : error)
          )
          if (!(yield* writeProfile(organization, content, id))) return yield* superseded
          return { url: content.url, brand_name: content.brand_name, pages: content.pages }
        }).pipe(Effect.provide(context)),
      onFailure: ({ id, organization }, { message }) => Effect.asVoid(failAnalysis(organization, id, message))
    }
    return kind
  })
)
