import { Clock, Effect } from "effect"

/** The polling intervals: short at first; the last one repeats. */
const intervalsMillis = [100, 200, 400, 700, 1000]

interface PollOptions<Value> {
  readonly seconds: number
  /** Called after every poll except the last, with the elapsed seconds. */
  readonly onProgress?: (value: Value, elapsedSeconds: number) => void
  /** Completes when the caller stops waiting. */
  readonly abandoned?: Effect.Effect<void>
}

/**
 * Polls until the value is final, the time is over or the caller stops waiting. Returns the last value in
 * each case.
 */
export const pollUntil = <Value, E>(
  read: Effect.Effect<Value, E>,
  isDone: (value: Value) => boolean,
  { abandoned = Effect.never, seconds, onProgress }: PollOptions<Value>
): Effect.Effect<Value, E> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    let value = yield* read
    for (let attempt = 0; !isDone(value); attempt++) {
      const elapsed = (yield* Clock.currentTimeMillis) - start
      const remaining = seconds * 1000 - elapsed
      if (remaining <= 0) break
      onProgress?.(value, elapsed / 1000)
      const pause = Effect.sleep(
        Math.min(remaining, intervalsMillis[Math.min(attempt, intervalsMillis.length - 1)]!)
      )
      if (yield* Effect.race(Effect.as(pause, false), Effect.as(abandoned, true))) break
      value = yield* read
    }
    return value
  })
