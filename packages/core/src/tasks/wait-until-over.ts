import { Clock, Effect } from "effect"

/** Looked at again after these pauses, the last one over and over: soon at first, then gently. */
const pausesMillis = [100, 200, 400, 700, 1000]

interface Waiting<Seen> {
  readonly seconds: number
  /** Told of every look that was not the last, with the seconds that have gone by. */
  readonly tell?: (seen: Seen, secondsGone: number) => void
  /** Ends when nobody wants to know any more. */
  readonly gone?: Effect.Effect<void>
}

/**
 * Looks at something again and again until it is over, the time is, or nobody waits any more; the last look is told
 * either way.
 */
export const waitUntilOver = <Seen, E>(
  look: Effect.Effect<Seen, E>,
  isOver: (seen: Seen) => boolean,
  { gone = Effect.never, seconds, tell }: Waiting<Seen>
): Effect.Effect<Seen, E> =>
  Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    let seen = yield* look
    for (let turn = 0; !isOver(seen); turn++) {
      const past = (yield* Clock.currentTimeMillis) - start
      const left = seconds * 1000 - past
      if (left <= 0) break
      tell?.(seen, past / 1000)
      const pause = Effect.sleep(Math.min(left, pausesMillis[Math.min(turn, pausesMillis.length - 1)]!))
      if (yield* Effect.race(Effect.as(pause, false), Effect.as(gone, true))) break
      seen = yield* look
    }
    return seen
  })
