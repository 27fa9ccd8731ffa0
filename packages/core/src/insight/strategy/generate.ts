import { Effect, Schema } from "effect"
import { type BackgroundWrite, registerBackgroundWrite } from "../../changes/background-write.ts"
import { StrategyId } from "../../contract/index.ts"
import { Settings } from "../../settings.ts"
import { startTask } from "../../tasks/tasks.ts"
import { createStrategy, linkStrategyToTask, strategyUrl } from "./rows.ts"
import { strategyTask } from "./task.ts"

const StrategyTrace = Schema.Struct({ strategy: StrategyId, org: Schema.String })
type StrategyWrite = BackgroundWrite<
  "strategy.generate",
  typeof StrategyTrace.Type,
  typeof StrategyTrace.Encoded
>

/** Starts a strategy: inserts its row and its task in one transaction. */
export const generateStrategy = registerBackgroundWrite(
  "strategy.generate",
  Effect.map(
    Settings,
    ({ appUrl }): StrategyWrite => ({
      subject: "Strategy",
      trace: StrategyTrace,
      start: ({ clearance: { caller, organization } }, { documents = [] }) =>
        Effect.map(
          createStrategy(organization.id, { documents, requestedBy: caller.userId }),
          (strategy) => ({
            strategy,
            org: organization.slug
          })
        ),
      work: ({ strategy }) => ({
        key: strategy,
        start: (queue, of) =>
          Effect.tap(startTask(queue, strategyTask, { ...of, input: {} }), (task) =>
            linkStrategyToTask(of.organization, strategy, task)
          )
      }),
      output: ({ org, strategy }, task) => ({
        status: "queued",
        strategy,
        task_tracking_id: task,
        url: strategyUrl(appUrl, org, strategy)
      })
    })
  )
)
