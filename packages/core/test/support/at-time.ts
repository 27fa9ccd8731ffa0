import { Clock, Effect } from "effect"

/** Runs work as at a time that is ahead of ours: `atTime("2026-12-01T20:00:00Z")(work)`. */
export const atTime = (time: string) => {
  const now = Date.parse(time)
  const clock: Clock.Clock = Object.assign(Object.create(Clock.make()) as Clock.Clock, {
    unsafeCurrentTimeMillis: () => now,
    currentTimeMillis: Effect.succeed(now)
  })
  return <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.withClock(work, clock)
}
