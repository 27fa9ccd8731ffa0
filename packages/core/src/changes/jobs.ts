import { Effect, Layer } from "effect"
import { type Consumer, consumes, schedule } from "../tasks/registries.ts"
import { expireApprovals } from "./approvals/queued-write.ts"
import { executionFinish } from "./engine.ts"
import { Finisher } from "./finish.ts"

/** What changes leave to workers. A job whose host brought the change to an end finds nothing left to do. */
export const changeJobs = Layer.mergeAll(
  consumes(
    executionFinish,
    Effect.map(
      Finisher,
      ({ finish }): Consumer<typeof executionFinish.schema.Type> => ({
        run: ({ execution, organization }) => finish(organization, execution)
      })
    )
  ),
  schedule({ name: "approval-expiry", cron: "* * * * *", run: expireApprovals }),
  schedule({
    name: "execution-sweep",
    cron: "*/5 * * * *",
    run: Effect.flatMap(Finisher, ({ finishAll }) => finishAll)
  })
)
