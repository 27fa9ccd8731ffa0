import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { BudgetCommitments } from "../../changes/organization.ts"
import { IsolatedRunner, isolatedJob, ProseWriter } from "../../outbound/index.ts"
import type { AdAccounts, AdPlatform } from "../../platform/index.ts"
import { Settings } from "../../settings.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../tasks/task-kinds.ts"
import { analyse } from "./analyse/analyse.ts"
import type { passagesIn } from "./analyse/passages.ts"
import type { StrategyFacts } from "./facts.ts"
import { gatherFacts } from "./gather/gather.ts"
import { failStrategy, finishStrategy, type QueuedStrategy, startStrategy, strategyUrl } from "./rows.ts"
import { openingRequest, writeStrategy } from "./write/document.ts"

/** Writes a strategy, which knows the task that writes it. */
export const strategyTask = defineTask("strategy", Schema.Struct({}))

const strategyMissing = new TaskFailed({
  reason: "task_error",
  message: "The strategy that this task was to write is not there. Ask for another with {strategy.generate}."
})

type StrategyServices = SqlClient.SqlClient | BudgetCommitments | AdAccounts | AdPlatform | ProseWriter

const passagesJob = isolatedJob<typeof passagesIn>(import.meta.url, "./analyse/passages.ts", "passagesIn")

/** Reads the documents that came along, in a thread of their own: callers wrote them. */
const readDocuments = ({ documents }: StrategyFacts) =>
  documents.length === 0
    ? Effect.succeed([])
    : Effect.flatMap(IsolatedRunner, (isolated) => isolated.run(passagesJob, documents)).pipe(
        Effect.provide(IsolatedRunner.layer),
        Effect.mapError(({ isRetryable }) =>
          isRetryable
            ? new TryLater({ message: "The documents could not be read." })
            : new TaskFailed({
                reason: "task_error",
                message:
                  "The documents take too long to read. Send shorter or simpler ones with {strategy.generate}."
              })
        )
      )

/**
 * Everything is found out first and put down at once: a worker that is killed leaves a strategy without a body, and the
 * next try begins anew. One that is finished is not written again.
 */
export const writeStrategyKind = registerTaskKind(
  strategyTask,
  Effect.gen(function* () {
    const services = yield* Effect.context<StrategyServices>()
    const { appUrl } = yield* Settings
    const resultOf = ({ id, org }: QueuedStrategy) => ({ strategy: id, url: strategyUrl(appUrl, org, id) })
    const kind: TaskKind<typeof strategyTask.schema.Type> = {
      run: ({ id: task, organization, setStage }) =>
        Effect.gen(function* () {
          const queued = yield* startStrategy(organization, task)
          if (queued === null) return yield* strategyMissing
          if (queued.status === "succeeded") return resultOf(queued)
          const facts = yield* gatherFacts(organization, queued.documents, setStage)
          const strategy = analyse(facts, yield* readDocuments(facts))
          yield* setStage("Writing the document.")
          const opening = yield* (yield* ProseWriter).rewrite(openingRequest(strategy))
          yield* finishStrategy(organization, queued.id, writeStrategy(strategy, opening))
          return resultOf(queued)
        }).pipe(Effect.provide(services)),
      onFailure: ({ id, organization }, { message }) => Effect.asVoid(failStrategy(organization, id, message))
    }
    return kind
  })
)
