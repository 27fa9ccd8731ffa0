import { TasksResource as Generated } from "./generated/resources/tasks.ts"
import type { Task } from "./generated/types/tasks.ts"
import { type FollowOptions, follow, type WaitOptions, waitFor } from "./runtime/follow.ts"

/** A reference to a task: its id, or the response that contains the id. */
export type TaskRef = number | { readonly task_tracking_id: number }

/** A task that completed or failed. */
export type FinishedTask = Task & { readonly status: "completed" | "failed" }

/** The longest that the service delays the response to a poll, in seconds. */
const maxWaitSeconds = 20

const isOver = (task: Task): task is FinishedTask => task.status === "completed" || task.status === "failed"

/** Background tasks. */
export class TasksResource extends Generated {
  #followed(ref: TaskRef) {
    const id = typeof ref === "number" ? ref : ref.task_tracking_id
    return {
      // The service responds at the end of the pause, or as soon as the task ends.
      look: (pause: number, options: FollowOptions) =>
        this.get(id, { wait_seconds: Math.min(maxWaitSeconds, Math.floor(pause / 1000)) }, options),
      isOver,
      pause: { first: 2000, longest: 5000 }
    }
  }

  /** Polls a task every 2 to 5 seconds and yields each state until it completes or fails. */
  follow(task: TaskRef, options: FollowOptions = {}): AsyncGenerator<Task, void, undefined> {
    return follow(this.#followed(task), options)
  }

  /**
   * Waits until a task ends, polling every 2 to 5 seconds, and returns its final state. `status` is completed or
   * failed. After a failure, `error` states the cause and what to do next.
   */
  async wait(task: TaskRef, options: WaitOptions<Task> = {}): Promise<FinishedTask> {
    return (await waitFor(this.#followed(task), options)) as FinishedTask
  }
}
