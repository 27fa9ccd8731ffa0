import { Data } from "effect"
import type { taskFailureReasons } from "../contract/index.ts"

type TaskFailureReason = (typeof taskFailureReasons)[number]

/** A task that is over, without success: trying again by itself would not help. */
export class TaskFailed extends Data.TaggedError("TaskFailed")<{
  readonly reason: TaskFailureReason
  /** What happened and what to do next. */
  readonly message: string
}> {}

/** Something that may well work in a while; when there are no tries left, this is what is told. */
export class TryLater extends Data.TaggedError("TryLater")<{ readonly message: string }> {}

const messages = {
  stuck_timeout:
    "The task took longer than it may and was ended. What was done so far stands; send the call again, which goes on from there.",
  killed_by_restart:
    "The worker that ran the task was killed, again and again. What was done so far stands; send the call again, which goes on from there.",
  worker_shutdown:
    "The worker that ran the task was shut down before the task was finished, and no other took it up. Send the call again, which goes on from there.",
  task_error:
    "The task failed for a reason of ours and was given up. Send the call again; if it fails again, tell support the task's number."
} as const

/** What is told of a task that ended without a word of its own. */
export const defaultFailure = (reason: keyof typeof messages): TaskFailed =>
  new TaskFailed({ reason, message: messages[reason] })

/** What the queue notes of a job that ended without its worker's word. */
const failurePatterns: ReadonlyArray<readonly [RegExp, keyof typeof messages]> = [
  [/job heartbeat timeout/, "killed_by_restart"],
  [/job timed out|handler execution exceeded/, "stuck_timeout"],
  [/pg-boss shut down while active/, "worker_shutdown"]
]

/** Why a job was lost for good, from what the queue wrote down. */
export const failureOfDeadLetter = (output: unknown): TaskFailed => {
  const text = JSON.stringify(output ?? "")
  return defaultFailure(failurePatterns.find(([pattern]) => pattern.test(text))?.[1] ?? "task_error")
}

/**
 * Whether a defect is of the code or of what it was given (a stack overflow, an impossible length, a value of another
 * type), and not of something that was out of reach. The next try would end the same way. A failed `fetch` is a
 * TypeError as well, and names its cause.
 */
export const isCertainDefect = (defect: unknown): boolean =>
  defect instanceof RangeError ||
  defect instanceof ReferenceError ||
  (defect instanceof TypeError && defect.cause === undefined)
