import { Effect } from "effect"
import { type Consumer, registerConsumer, registerSchedule } from "../tasks/registries.ts"
import { Changes, runWriteLayer } from "./changes.ts"
import { finishExecutionQueue } from "./engine.ts"
import { Finisher } from "./finish.ts"
import { undoWrite } from "./undo.ts"

/** The engine of guarded writes. It runs the operations that features registered, and names none. */
export const engine = [Finisher.layer, Changes.layer, runWriteLayer] as const

/** The engine's own operation. */
export const changes = undoWrite

/** The background jobs of changes. A job does nothing if the host has already finished the change. */
export const changeJobs = Effect.gen(function* () {
  const { finish, finishAll } = yield* Finisher
  const consumer: Consumer<typeof finishExecutionQueue.schema.Type> = {
    run: ({ execution, organization }) => finish(organization, execution)
  }
  yield* registerConsumer(finishExecutionQueue, Effect.succeed(consumer))
  yield* registerSchedule({ name: "execution-sweep", cron: "*/5 * * * *", run: finishAll })
})
