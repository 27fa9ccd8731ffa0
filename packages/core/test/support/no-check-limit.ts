import { Clock, Duration, Effect, type ManagedRuntime } from "effect"
import { timeLimit as checkTimeLimit } from "../../src/changes/platform-check.ts"

const real = Clock.make()

/** A clock on which the time limit of the platform's check never ends. All other waits are real. */
const withoutCheckLimit = Object.assign(Clock.make(), {
  sleep: (duration: Duration.Duration) =>
    Duration.equals(duration, checkTimeLimit) ? Effect.never : real.sleep(duration)
})

/**
 * Runs calls without the time limit of the platform's check. A busy machine can answer later than the limit, and then a
 * preview says that it was not checked. For tests of what the platform says; not with a platform that never answers.
 */
export const runWithoutCheckLimit =
  <R, E0>(runtime: ManagedRuntime.ManagedRuntime<R, E0>) =>
  <A, E>(work: Effect.Effect<A, E, R>): Promise<A> =>
    runtime.runPromise(Effect.withClock(work, withoutCheckLimit))
