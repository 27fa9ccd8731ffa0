import { Effect, Schema } from "effect"
import { type BackgroundWrite, backgroundWrite } from "../../changes/background-write.ts"
import { StrategyId } from "../../contract/index.ts"
import { Settings } from "../../settings.ts"
import { startTask } from "../../tasks/start-task.ts"
import { beginStrategy, strategyUrl, writtenByTask } from "./rows.ts"
import { strategyTask } from "./task.ts"

const Begun = Schema.Struct({ strategy: StrategyId, org: Schema.String })
type Begins = BackgroundWrite<"strategy.generate", typeof Begun.Type, typeof Begun.Encoded>

/** Begins a strategy: its row and the task that writes it, together or not at all. */
export const generateStrategy = backgroundWrite(
  "strategy.generate",
  Effect.map(
    Settings,
    ({ appUrl }): Begins => ({
      subject: "Strategy",
      trace: Begun,
      begin: ({ clearance: { caller, organization } }, { documents = [] }) =>
        Effect.map(beginStrategy(organization.id, { documents, requestedBy: caller.userId }), (strategy) => ({
          strategy,
          org: organization.slug
        })),
      work: ({ strategy }) => ({
        key: strategy,
        begin: (queue, of) =>
          Effect.tap(startTask(queue, strategyTask, { ...of, input: {} }), (task) =>
            writtenByTask(of.organization, strategy, task)
          )
      }),
      answer: ({ org, strategy }, task) => ({
        status: "queued",
        strategy,
        task_tracking_id: task,
        url: strategyUrl(appUrl, org, strategy)
      })
    })
  )
)
