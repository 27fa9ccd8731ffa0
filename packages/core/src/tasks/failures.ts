import { Data } from "effect"
import type { taskFailureReasons } from "../contract/index.ts"

type TaskFailureReason = (typeof taskFailureReasons)[number]

/** A task that has failed for good: an automatic retry would not help. */
export class TaskFailed extends Data.TaggedError("TaskFailed")<{
  readonly reason: TaskFailureReason
  /** What happened and what to do. */
  readonly message: string
}> {}

/** A retryable failure. Its message is reported when no attempts are left. */
export class TryLater extends Data.TaggedError("TryLater")<{ readonly message: string }> {}

const messages = {
  stuck_timeout:
    "The task exceeded its time limit and was ended. Completed steps stay; send the call again to continue from there.",
  killed_by_restart:
    "The worker that ran the task was killed repeatedly. Completed steps stay; send the call again to continue from there.",
  worker_shutdown:
    "The worker shut down before the task was finished, and no other worker resumed it. Send the call again to continue from there.",
  task_error:
    "The task failed because of an internal error. Send the call again; if it fails again, send support the task's number."
} as const

/** The failure of a task that reported none itself. */
export const defaultFailure = (reason: keyof typeof messages): TaskFailed =>
  new TaskFailed({ reason, message: messages[reason] })

/** The queue's notes on jobs whose worker reported nothing. */
const failurePatterns: ReadonlyArray<readonly [RegExp, keyof typeof messages]> = [
  [/job heartbeat timeout/, "killed_by_restart"],
  [/job timed out|handler execution exceeded/, "stuck_timeout"],
  [/pg-boss shut down while active/, "worker_shutdown"]
]

/** Derives the failure of a dead-letter job from the queue's notes. */
export const failureOfDeadLetter = (output: unknown): TaskFailed => {
  const text = JSON.stringify(output ?? "")
  return defaultFailure(failurePatterns.find(([pattern]) => pattern.test(text))?.[1] ?? "task_error")
}

/**
 * Whether a defect is in the code or its input (a stack overflow, an invalid length, a wrong type) and not an
 * outage. A retry would fail again. A failed `fetch` is a TypeError too, but has a cause.
 */
export const isCertainDefect = (defect: unknown): boolean =>
  defect instanceof RangeError ||
  defect instanceof ReferenceError ||
  (defect instanceof TypeError && defect.cause === undefined)
