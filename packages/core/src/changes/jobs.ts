import { Effect, Layer } from "effect"
import { type Consumer, registerConsumer, registerSchedule } from "../tasks/registries.ts"
import { expireApprovals } from "./approvals/queued-write.ts"
import { finishExecutionQueue } from "./engine.ts"
import { Finisher } from "./finish.ts"

/** The background jobs of changes. A job does nothing if the host has already finished the change. */
export const changeJobs = Layer.mergeAll(
  registerConsumer(
    finishExecutionQueue,
    Effect.map(
      Finisher,
      ({ finish }): Consumer<typeof finishExecutionQueue.schema.Type> => ({
        run: ({ execution, organization }) => finish(organization, execution)
      })
    )
  ),
  registerSchedule({ name: "approval-expiry", cron: "* * * * *", run: expireApprovals }),
  registerSchedule({
    name: "execution-sweep",
    cron: "*/5 * * * *",
    run: Effect.flatMap(Finisher, ({ finishAll }) => finishAll)
  })
)
