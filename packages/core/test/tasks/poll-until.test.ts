import { describe, expect, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Fiber, Ref } from "effect"
import { pollUntil } from "../../src/tasks/get-task.ts"

/** A clock that advances with every sleep, up to this many seconds, and then stops. */
const clockUntil = (seconds: number): Clock.Clock => {
  let now = 0
  return {
    ...Clock.make(),
    currentTimeMillis: Effect.sync(() => now),
    currentTimeNanos: Effect.sync(() => BigInt(now) * 1_000_000n),
    unsafeCurrentTimeMillis: () => now,
    unsafeCurrentTimeNanos: () => BigInt(now) * 1_000_000n,
    sleep: (duration) =>
      Effect.suspend(() => {
        if (now >= seconds * 1000) return Effect.never
        now += Duration.toMillis(duration)
        return Effect.yieldNow()
      })
  }
}

/** A value that is final after this many polls, and the progress reported meanwhile. */
const watching = (overAfter: number, seconds: number, gone: Effect.Effect<void> = Effect.never) =>
  Effect.gen(function* () {
    const looks = yield* Ref.make(0)
    const told: Array<number> = []
    const fiber = yield* Effect.fork(
      pollUntil(
        Ref.updateAndGet(looks, (n) => n + 1),
        (n) => n >= overAfter,
        { seconds, abandoned: gone, onProgress: (n) => void told.push(n) }
      )
    )
    return { fiber, looks, told }
  })

describe("polling until a value is final", () => {
  it.live("polls at growing intervals, and reports each value", () =>
    Effect.gen(function* () {
      const { fiber, told } = yield* watching(5, 20)
      expect(yield* Fiber.join(fiber)).toBe(5)
      expect(told).toEqual([1, 2, 3, 4])
    }).pipe(Effect.withClock(clockUntil(20)))
  )

  it.live("reports nothing if it does not wait", () =>
    Effect.gen(function* () {
      const over = yield* watching(1, 20)
      expect([yield* Fiber.join(over.fiber), over.told]).toEqual([1, []])
      const noTime = yield* watching(9, 0)
      expect([yield* Fiber.join(noTime.fiber), noTime.told]).toEqual([1, []])
    }).pipe(Effect.withClock(clockUntil(20)))
  )

  it.live("ends with the timeout", () =>
    Effect.gen(function* () {
      const { fiber, looks } = yield* watching(1000, 3)
      expect(yield* Fiber.join(fiber)).toBe(yield* looks.get)
    }).pipe(Effect.withClock(clockUntil(20)))
  )

  it.live("ends at once when the caller stops waiting", () =>
    Effect.gen(function* () {
      const gone = yield* Deferred.make<void>()
      const { fiber } = yield* watching(1000, 20, Deferred.await(gone))
      yield* Deferred.succeed(gone, undefined)
      // The clock has stopped, so only the caller's departure can have ended it.
      expect(yield* Fiber.join(fiber)).toBeLessThan(1000)
    }).pipe(Effect.withClock(clockUntil(1)))
  )
})
