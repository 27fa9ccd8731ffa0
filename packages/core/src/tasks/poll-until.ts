import { Clock, Effect } from "effect"

/** Looked at again after these pauses, the last one over and over: soon at first, then gently. */
const intervalsMillis = [100, 200, 400, 700, 1000]

interface PollOptions<Value> {
  readonly seconds: number
  /** Told of every look that was not the last, with the seconds that have gone by. */
  readonly onProgress?: (value: Value, elapsedSeconds: number) => void
  /** Ends when nobody wants to know any more. */
  readonly abandoned?: Effect.Effect<void>
}

/**
 * Looks at something again and again until it is over, the time is, or nobody waits any more; the last look is told
 * either way.
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
