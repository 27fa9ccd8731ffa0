import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Queue } from "../tasks/queue.ts"
import type { QueueDefinition } from "../tasks/queue-definition.ts"
import { startTask } from "../tasks/start-task.ts"
import type { TaskDefinition } from "../tasks/task-kinds.ts"

/** The change that background work follows. */
export interface Followed {
  readonly organization: number
  /** Null where it is no action. */
  readonly action: string | null
  readonly requestedBy: number
  readonly stopsSpend: boolean
}

/** What follows a change in the background, begun in its transaction: no change without it, and it not without one. */
export interface AfterWork {
  /** The same work of several edits is begun once. */
  readonly key: string
  /** Answers the task that can be followed, where it is one. */
  readonly begin: (
    queue: Queue["Type"],
    of: Followed
  ) => Effect.Effect<number | null, SqlError, SqlClient.SqlClient>
}

/** A job that nobody follows. */
export const jobAfter = <Data extends object>(definition: QueueDefinition<Data>, data: Data): AfterWork => ({
  key: JSON.stringify([definition.name, data]),
  begin: (queue, { organization, stopsSpend }) =>
    Effect.as(queue.send(definition, data, { organization, stopsSpend }), null)
})

/** A task that the caller can follow. */
export const taskAfter = <Input extends object>(
  definition: TaskDefinition<Input>,
  input: Input,
  /** The campaign that it is about, where it is about one. */
  campaign: number | null
): AfterWork => ({
  key: JSON.stringify([definition.type, input, campaign]),
  begin: (queue, of) => startTask(queue, definition, { ...of, input, campaign })
})

/** Begins what follows an action, the same thing once; answers the task that can be followed, where there is one. */
export const beginAfterWork = Effect.fnUntraced(function* (
  queue: Queue["Type"],
  work: ReadonlyArray<AfterWork>,
  of: Followed
) {
  let task: number | null = null
  for (const one of new Map(work.map((one) => [one.key, one])).values()) {
    task = (yield* one.begin(queue, of)) ?? task
  }
  return task
})
