import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { Spending } from "../../changes/organization.ts"
import { ProseWriter } from "../../outside/index.ts"
import type { AdAccounts, AdPlatform } from "../../platform/index.ts"
import { Settings } from "../../settings.ts"
import { TaskFailed } from "../../tasks/failures.ts"
import { defineTask, type TaskKind, taskKind } from "../../tasks/task-kinds.ts"
import { analyse } from "./analyse/analyse.ts"
import { gatherFacts } from "./gather/gather.ts"
import { type BegunStrategy, failStrategy, finishStrategy, strategyUrl, takeUpStrategy } from "./rows.ts"
import { openingFor, writeStrategy } from "./write/document.ts"

/** Writes a strategy, which knows the task that writes it. */
export const strategyTask = defineTask("strategy", Schema.Struct({}))

const gone = new TaskFailed({
  reason: "task_error",
  message: "The strategy that this task was to write is not there. Ask for another with {strategy.generate}."
})

type Needs = SqlClient.SqlClient | Spending | AdAccounts | AdPlatform | ProseWriter

/**
 * Everything is found out first and put down at once: a worker that is killed leaves a strategy without a body, and the
 * next try begins anew. One that is finished is not written again.
 */
export const writeStrategyKind = taskKind(
  strategyTask,
  Effect.gen(function* () {
    const services = yield* Effect.context<Needs>()
    const { appUrl } = yield* Settings
    const resultOf = ({ id, org }: BegunStrategy) => ({ strategy: id, url: strategyUrl(appUrl, org, id) })
    const kind: TaskKind<typeof strategyTask.schema.Type> = {
      run: ({ id: task, organization, setStage }) =>
        Effect.gen(function* () {
          const begun = yield* takeUpStrategy(organization, task)
          if (begun === null) return yield* gone
          if (begun.status === "succeeded") return resultOf(begun)
          const strategy = analyse(yield* gatherFacts(organization, begun.documents, setStage))
          yield* setStage("Writing the document.")
          const opening = yield* (yield* ProseWriter).rewrite(openingFor(strategy))
          yield* finishStrategy(organization, begun.id, writeStrategy(strategy, opening))
          return resultOf(begun)
        }).pipe(Effect.provide(services)),
      failed: ({ id, organization }, { message }) => Effect.asVoid(failStrategy(organization, id, message))
    }
    return kind
  })
)
