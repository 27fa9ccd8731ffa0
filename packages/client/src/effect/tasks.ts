import { Effect, Option, Stream } from "effect"
import type { TasksGetError } from "../generated/effect/errors.ts"
import { TasksResource as Generated } from "../generated/effect/tasks.ts"
import type { Task } from "../generated/types/tasks.ts"
import type { FollowOptions } from "../runtime/follow.ts"
import type { FinishedTask, TasksResource as Promised, TaskRef } from "../tasks.ts"
import { streamOf } from "./variant.ts"

/** Background tasks. */
export class TasksResource extends Generated {
  readonly #client: Promised

  constructor(client: Promised) {
    super(client)
    this.#client = client
  }

  /** Polls a task every 2 to 5 seconds and emits each state until it completes or fails. */
  follow(task: TaskRef, options: Omit<FollowOptions, "signal"> = {}): Stream.Stream<Task, TasksGetError> {
    return streamOf((signal) => this.#client.follow(task, { ...options, signal }))
  }

  /** Waits until a task ends and returns its final state. `status` is completed or failed. */
  wait(
    task: TaskRef,
    options: Omit<FollowOptions, "signal"> = {}
  ): Effect.Effect<FinishedTask, TasksGetError> {
    return Effect.map(
      Stream.runLast(this.follow(task, options)),
      (last) => Option.getOrThrow(last) as FinishedTask
    )
  }
}
