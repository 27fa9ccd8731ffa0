import { Effect, Layer } from "effect"
import { type Consumer, consumes, schedule } from "../tasks/registries.ts"
import { expireApprovals } from "./approvals/expire.ts"
import { Finisher } from "./finish/finisher.ts"
import { actionFinish, undoFinish } from "./finish-queues.ts"
import { UndoFinisher } from "./undo/finish.ts"

/** What changes leave to workers. A job whose host brought the change to an end finds nothing left to do. */
export const changeJobs = Layer.mergeAll(
  consumes(
    actionFinish,
    Effect.map(
      Finisher,
      ({ finish }): Consumer<typeof actionFinish.schema.Type> => ({
        run: ({ action, organization }) => finish(organization, action)
      })
    )
  ),
  consumes(
    undoFinish,
    Effect.map(
      UndoFinisher,
      ({ finish }): Consumer<typeof undoFinish.schema.Type> => ({
        run: ({ action, organization }) => finish(organization, action)
      })
    )
  ),
  schedule({ name: "approval-expiry", cron: "* * * * *", run: expireApprovals }),
  schedule({
    name: "action-sweep",
    cron: "*/5 * * * *",
    run: Effect.flatMap(Finisher, ({ finishAll }) => finishAll)
  }),
  schedule({
    name: "undo-sweep",
    cron: "*/5 * * * *",
    run: Effect.flatMap(UndoFinisher, ({ finishAll }) => finishAll)
  })
)
