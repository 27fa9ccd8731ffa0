import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Schema } from "effect"
import { decodeStored, type UnreadableStoredValue, type VersionedSchema } from "../storage/stored-json.ts"
import type { TaskFailed, TryLater } from "./failures.ts"
import { emptyRegistry, type Registry } from "./registries.ts"
import type { OpenTask } from "./task-rows.ts"

/** A type of task and its input. Starters and runners share this value. */
export interface TaskDefinition<Input> extends VersionedSchema<Input> {
  readonly type: string
}

export const defineTask = <Input extends object>(
  type: string,
  schema: Schema.Schema<Input>,
  version = 1
): TaskDefinition<Input> => ({ type, schema, version })

/** An attempt in progress. */
interface RunningTask<Input> extends OpenTask {
  readonly input: Input
  /** Reports the current step to the task's followers: a short sentence. */
  readonly setStage: (sentence: string) => Effect.Effect<void, SqlError>
}

/** How one type of task runs. */
export interface TaskKind<Input> {
  /** Must be safe to run again at any time, also after an interruption. Returns the task's result. */
  readonly run: (
    task: RunningTask<Input>
  ) => Effect.Effect<Readonly<Record<string, unknown>> | null, TaskFailed | TryLater | SqlError>
  /**
   * Handles a failure in the transaction that marks the task as failed. It gets no input, because unreadable
   * input can be the reason of the failure.
   */
  readonly onFailure: (
    task: OpenTask,
    failure: TaskFailed
  ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
}

interface RegisteredKind {
  readonly run: (
    task: RunningTask<unknown>
  ) => Effect.Effect<
    Readonly<Record<string, unknown>> | null,
    TaskFailed | TryLater | SqlError | UnreadableStoredValue
  >
  readonly onFailure: TaskKind<never>["onFailure"]
}

export class TaskKinds extends Context.Tag("@adwarden/TaskKinds")<TaskKinds, Registry<RegisteredKind>>() {
  static readonly layer = Layer.sync(TaskKinds, () => emptyRegistry("type of task"))
}

/** Registers how one type of task runs. */
export const registerTaskKind = <Input extends object, R>(
  definition: TaskDefinition<Input>,
  make: Effect.Effect<TaskKind<Input>, never, R>
): Effect.Effect<void, never, R | TaskKinds> =>
  Effect.gen(function* () {
    const { onFailure, run } = yield* make
    const kinds = yield* TaskKinds
    kinds.add(definition.type, {
      run: (task) => Effect.flatMap(decodeStored(definition, task.input), (input) => run({ ...task, input })),
      onFailure
    })
  })
