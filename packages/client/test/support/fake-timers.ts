import { vi } from "vitest"

/**
 * Advances the faked clock from timer to timer until the promise is settled, and returns its value. It does not wait
 * for all timers to end: other files of the process can have some, which are faked as well and may start again and
 * again.
 */
export const advanceUntilSettled = async <A>(promise: Promise<A>): Promise<A> => {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  promise.then(settle, settle)
  while (!isSettled) await vi.advanceTimersToNextTimerAsync()
  return promise
}
