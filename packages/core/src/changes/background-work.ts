import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Queue } from "../tasks/queue.ts"
import type { QueueDefinition } from "../tasks/queue-definition.ts"
import { startTask } from "../tasks/start-task.ts"
import type { TaskDefinition } from "../tasks/task-kinds.ts"

/** The change that background work follows. */
export interface BackgroundWorkOrigin {
  readonly organization: number
  /** Null where it is no action. */
  readonly action: string | null
  readonly requestedBy: number
  readonly stopsSpend: boolean
}

/** What follows a change in the background, begun in its transaction: no change without it, and it not without one. */
export interface BackgroundWork {
  /** The same work of several edits is begun once. */
  readonly key: string
  /** Answers the task that can be followed, where it is one. */
  readonly start: (
    queue: Queue["Type"],
    origin: BackgroundWorkOrigin
  ) => Effect.Effect<number | null, SqlError, SqlClient.SqlClient>
}

/** A job that nobody follows. */
export const backgroundJob = <Data extends object>(
  definition: QueueDefinition<Data>,
  data: Data
): BackgroundWork => ({
  key: JSON.stringify([definition.name, data]),
  start: (queue, { organization, stopsSpend }) =>
    Effect.as(queue.send(definition, data, { organization, stopsSpend }), null)
})

/** A task that the caller can follow. */
export const backgroundTask = <Input extends object>(
  definition: TaskDefinition<Input>,
  input: Input,
  /** The campaign that it is about, where it is about one. */
  campaign: number | null
): BackgroundWork => ({
  key: JSON.stringify([definition.type, input, campaign]),
  start: (queue, origin) => startTask(queue, definition, { ...origin, input, campaign })
})

/** Begins what follows an action, the same thing once; answers the task that can be followed, where there is one. */
export const startBackgroundWork = Effect.fnUntraced(function* (
  queue: Queue["Type"],
  work: ReadonlyArray<BackgroundWork>,
  origin: BackgroundWorkOrigin
) {
  let task: number | null = null
  for (const one of new Map(work.map((one) => [one.key, one])).values()) {
    task = (yield* one.start(queue, origin)) ?? task
  }
  return task
})
