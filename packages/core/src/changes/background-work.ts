import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Queue } from "../tasks/queue.ts"
import type { QueueDefinition } from "../tasks/queue-definition.ts"
import type { TaskDefinition } from "../tasks/task-kinds.ts"
import { startTask } from "../tasks/tasks.ts"

/** The change that background work follows. */
export interface BackgroundWorkOrigin {
  readonly organization: number
  /** Null if the change is not an action. */
  readonly action: string | null
  readonly requestedBy: number
  readonly stopsSpend: boolean
}

/**
 * Work that follows a change in the background. It starts in the transaction of the change, so neither exists
 * without the other.
 */
export interface BackgroundWork {
  /** Edits with the same key start the work once. */
  readonly key: string
  /** Returns the id of the task, if the work is a task. */
  readonly start: (
    queue: Queue["Type"],
    origin: BackgroundWorkOrigin
  ) => Effect.Effect<number | null, SqlError, SqlClient.SqlClient>
}

/** Background work as a job without a task. */
export const backgroundJob = <Data extends object>(
  definition: QueueDefinition<Data>,
  data: Data
): BackgroundWork => ({
  key: JSON.stringify([definition.name, data]),
  start: (queue, { organization, stopsSpend }) =>
    Effect.as(queue.send(definition, data, { organization, stopsSpend }), null)
})

/** Background work as a task that the caller can poll. */
export const backgroundTask = <Input extends object>(
  definition: TaskDefinition<Input>,
  input: Input,
  /** The campaign of the task, if it has one. */
  campaign: number | null
): BackgroundWork => ({
  key: JSON.stringify([definition.type, input, campaign]),
  start: (queue, origin) => startTask(queue, definition, { ...origin, input, campaign })
})

/** Starts the background work of an action, once per key. Returns the id of its task, if there is one. */
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
