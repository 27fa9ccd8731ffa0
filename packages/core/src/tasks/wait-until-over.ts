import { Clock, Effect } from "effect"

/** Looked at again after these pauses, the last one over and over: soon at first, then gently. */
const pausesMillis = [100, 200, 400, 700, 1000]

/** Looks at something again and again until it is over or the time is; the last look is told either way. */
export const waitUntilOver = <Seen, E>(
  look: Effect.Effect<Seen, E>,
  isOver: (seen: Seen) => boolean,
  seconds: number
): Effect.Effect<Seen, E> =>
  Effect.gen(function* () {
    const end = (yield* Clock.currentTimeMillis) + seconds * 1000
    let seen = yield* look
    for (let turn = 0; !isOver(seen); turn++) {
      const left = end - (yield* Clock.currentTimeMillis)
      if (left <= 0) break
      yield* Effect.sleep(Math.min(left, pausesMillis[Math.min(turn, pausesMillis.length - 1)]!))
      seen = yield* look
    }
    return seen
  })
