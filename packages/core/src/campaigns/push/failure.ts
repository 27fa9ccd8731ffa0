import { Data, Effect } from "effect"
import {
  type OutcomeUnknown,
  PlatformUnreachable,
  type ReadFailure,
  taskFailure
} from "../../platform/errors.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"

/** A launch that others' changes in the platform stop. Nothing was written. */
export class ChangedOutside extends Data.TaggedError("ChangedOutside")<{ readonly message: string }> {}

export type PushFailure = ReadFailure | ChangedOutside

/** The outcome is unknown until the next attempt reads it, so this attempt counts as unreachable. */
export const toUnreachable = ({ message, platform }: OutcomeUnknown) =>
  new PlatformUnreachable({ platform, message: `It did not confirm a change (${message})` })

/** For a write whose result is read back anyway. */
export const ignoreUnknownOutcome = <A, E, R>(write: Effect.Effect<A, E | OutcomeUnknown, R>) =>
  Effect.catchIf(
    write,
    (error): error is OutcomeUnknown => (error as { _tag?: string })._tag === "OutcomeUnknown",
    () => Effect.void
  )

/** Whether a failure is no answer of the platform or of its login: sending the same again may succeed. */
export const isUnanswered = ({ reason }: Pick<TaskFailed, "reason">): boolean => !answers.has(reason)

const answers: ReadonlySet<TaskFailed["reason"]> = new Set([
  "google_ads_refused",
  "google_ads_connection_broken",
  "setup_required"
])

/** Returns the task failure of a failed push: permanent or retryable. */
export const asTaskFailure = (failure: PushFailure): TaskFailed | TryLater => {
  if (failure._tag === "ChangedOutside")
    return new TaskFailed({ message: failure.message, reason: "task_error" })
  const { message, reason } = taskFailure(failure)
  return failure._tag === "PlatformUnreachable"
    ? new TryLater({ message })
    : new TaskFailed({ message, reason })
}
