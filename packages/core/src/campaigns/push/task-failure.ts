import { taskFailure } from "../../platform/errors.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"
import type { PushFailure } from "./failure.ts"

/** How a task tells that a push failed: for good, or only for now. */
export const asTaskFailure = (failure: PushFailure): TaskFailed | TryLater => {
  const { message, reason } = taskFailure(failure)
  return failure._tag === "PlatformUnreachable"
    ? new TryLater({ message })
    : new TaskFailed({ message, reason })
}
