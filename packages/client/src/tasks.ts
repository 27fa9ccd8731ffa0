import { TasksResource as Generated } from "./generated/resources/tasks.ts"
import type { Task } from "./generated/types/tasks.ts"
import { type FollowOptions, follow, type WaitOptions, waitFor } from "./runtime/follow.ts"

/** What waits take: the id of a task, or the answer that named it. */
export type TaskRef = number | { readonly task_tracking_id: number }

/** A task at its end. */
export type FinishedTask = Task & { readonly status: "completed" | "failed" }

/** The service takes at most this many seconds to answer a look. */
const maxWaitSeconds = 20

const isOver = (task: Task): task is FinishedTask => task.status === "completed" || task.status === "failed"

/** Background work, which can be followed. */
export class TasksResource extends Generated {
  #followed(ref: TaskRef) {
    const id = typeof ref === "number" ? ref : ref.task_tracking_id
    return {
      // The service answers at the pause's end, or as soon as the task does.
      look: (pause: number, options: FollowOptions) =>
        this.get(id, { wait_seconds: Math.min(maxWaitSeconds, Math.floor(pause / 1000)) }, options),
      isOver,
      pause: { first: 2000, longest: 5000 }
    }
  }

  /** The states of a task, one every 2 to 5 seconds, up to its last. */
  follow(task: TaskRef, options: FollowOptions = {}): AsyncGenerator<Task, void, undefined> {
    return follow(this.#followed(task), options)
  }

  /**
   * Waits for a task's end, looking every 2 to 5 seconds, and answers it as it is then: `status` is completed or failed,
   * and where it failed `error` says why and what to do next.
   */
  async wait(task: TaskRef, options: WaitOptions<Task> = {}): Promise<FinishedTask> {
    return (await waitFor(this.#followed(task), options)) as FinishedTask
  }
}
