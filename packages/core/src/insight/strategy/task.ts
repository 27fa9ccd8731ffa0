import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { organizationById } from "../../access/organizations.ts"
import type { BudgetCommitments } from "../../changes/organization.ts"
import { IsolatedRunner, isolatedJob, type ProseWriter } from "../../outbound/index.ts"
import type { AdAccounts } from "../../platform/index.ts"
import { Settings } from "../../settings.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../tasks/task-kinds.ts"
import { renderWithModel } from "../document/document.ts"
import { analyse } from "./analyse/analyse.ts"
import type { extractPassages } from "./analyse/passages.ts"
import type { StrategyFacts } from "./facts.ts"
import { gatherFacts } from "./gather/gather.ts"
import { failStrategy, finishStrategy, type QueuedStrategy, startStrategy, strategyUrl } from "./rows.ts"
import { strategyDocument } from "./write/document.ts"

/** Generates a strategy. The strategy's row refers to its task. */
export const strategyTask = defineTask("strategy", Schema.Struct({}))

const strategyMissing = new TaskFailed({
  reason: "task_error",
  message: "The strategy that this task was to write is not there. Ask for another with {strategy.generate}."
})

type StrategyServices = SqlClient.SqlClient | BudgetCommitments | AdAccounts | ProseWriter

const passagesJob = isolatedJob<typeof extractPassages>(
  import.meta.url,
  "./analyse/passages.ts",
  "extractPassages"
)

/** Reads the given documents in a separate thread, because callers wrote them. */
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
 * Gathers everything first and stores it in one step: a killed worker leaves a strategy without a body, and
 * the retry starts again. A finished strategy is not generated again.
 */
export const writeStrategyKind = registerTaskKind(
  strategyTask,
  Effect.gen(function* () {
    const services = yield* Effect.context<StrategyServices>()
    const { appUrl } = yield* Settings
    const resultOf = (organization: number, { id }: QueuedStrategy) =>
      Effect.map(organizationById(organization), ({ slug }) => ({
        strategy: id,
        url: strategyUrl(appUrl, slug, id)
      }))
    const kind: TaskKind<typeof strategyTask.schema.Type> = {
      run: ({ id: task, organization, setStage }) =>
        Effect.gen(function* () {
          const queued = yield* startStrategy(organization, task)
          if (queued === null) return yield* strategyMissing
          if (queued.status === "succeeded") return yield* resultOf(organization, queued)
          const facts = yield* gatherFacts(organization, queued.documents, setStage)
          const strategy = analyse(facts, yield* readDocuments(facts))
          yield* setStage("Writing the document.")
          yield* finishStrategy(organization, queued.id, yield* renderWithModel(strategyDocument(strategy)))
          return yield* resultOf(organization, queued)
        }).pipe(Effect.provide(services)),
      onFailure: ({ id, organization }, { message }) => Effect.asVoid(failStrategy(organization, id, message))
    }
    return kind
  })
)
