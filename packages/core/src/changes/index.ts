import { Effect } from "effect"
import { registerHandlers } from "../request/handler.ts"
import { type Consumer, registerConsumer, registerSchedule } from "../tasks/registries.ts"
import { expireApprovals } from "./approvals/queued-write.ts"
import { Changes, runWriteLayer } from "./changes.ts"
import { finishExecutionQueue } from "./engine.ts"
import { Finisher } from "./finish.ts"
import { getQueuedWrite } from "./get-queued-write.ts"
import { listActions, listOwnActions } from "./list-actions.ts"
import { listQueuedWrites } from "./list-queued-writes.ts"
import { undoWrite } from "./undo.ts"
import { withdrawQueuedWrite } from "./withdraw-queued-write.ts"

/** The engine of guarded writes. It runs the operations that features registered, and names none. */
export const engine = [Finisher.layer, Changes.layer, runWriteLayer] as const

/** The engine's own operations. */
export const changes = Effect.zipRight(
  undoWrite,
  registerHandlers(listActions, listOwnActions, listQueuedWrites, getQueuedWrite, withdrawQueuedWrite)
)

/** The background jobs of changes. A job does nothing if the host has already finished the change. */
export const changeJobs = Effect.gen(function* () {
  const { finish, finishAll } = yield* Finisher
  const consumer: Consumer<typeof finishExecutionQueue.schema.Type> = {
    run: ({ execution, organization }) => finish(organization, execution)
  }
  yield* registerConsumer(finishExecutionQueue, Effect.succeed(consumer))
  yield* registerSchedule({ name: "approval-expiry", cron: "* * * * *", run: expireApprovals })
  yield* registerSchedule({ name: "execution-sweep", cron: "*/5 * * * *", run: finishAll })
})
