import { Effect } from "effect"
import {
  type OutcomeUnknown,
  PlatformUnreachable,
  type ReadFailure,
  taskFailure
} from "../../platform/errors.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"

export type PushFailure = ReadFailure

/** Nobody knows whether it was done: the next try finds out, so for this one it is as good as out of reach. */
export const toUnreachable = ({ message }: OutcomeUnknown) =>
  new PlatformUnreachable({ message: `It did not say what became of a change (${message})` })

/** For a write that is looked at again anyway: whether it was done shows then. */
export const ignoreUnknownOutcome = <A, E, R>(write: Effect.Effect<A, E | OutcomeUnknown, R>) =>
  Effect.catchIf(
    write,
    (error): error is OutcomeUnknown => (error as { _tag?: string })._tag === "OutcomeUnknown",
    () => Effect.void
  )

/** How a task tells that a push failed: for good, or only for now. */
export const asTaskFailure = (failure: PushFailure): TaskFailed | TryLater => {
  const { message, reason } = taskFailure(failure)
  return failure._tag === "PlatformUnreachable"
    ? new TryLater({ message })
    : new TaskFailed({ message, reason })
}
