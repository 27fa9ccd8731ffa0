import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import type { Spending } from "../../changes/organization.ts"
import { Isolated, isolatedJob, ProseWriter } from "../../outbound/index.ts"
import type { AdAccounts, AdPlatform } from "../../platform/index.ts"
import { Settings } from "../../settings.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { defineTask, type TaskKind, taskKind } from "../../tasks/task-kinds.ts"
import { analyse } from "./analyse/analyse.ts"
import type { passagesIn } from "./analyse/passages.ts"
import type { StrategyFacts } from "./facts.ts"
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

const reading = isolatedJob<typeof passagesIn>(import.meta.url, "./analyse/passages.ts", "passagesIn")

/** Reads the documents that came along, in a thread of their own: callers wrote them. */
const readDocuments = ({ documents }: StrategyFacts) =>
  documents.length === 0
    ? Effect.succeed([])
    : Effect.flatMap(Isolated, (isolated) => isolated.run(reading, documents)).pipe(
        Effect.provide(Isolated.layer),
        Effect.mapError(({ mayPass }) =>
          mayPass
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
          const facts = yield* gatherFacts(organization, begun.documents, setStage)
          const strategy = analyse(facts, yield* readDocuments(facts))
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
