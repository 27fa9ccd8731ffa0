import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"

/*
 * Starts concurrent requests a few milliseconds apart. Requests that start at the same instant all read
 * before any of them writes, so they never test the orders in which one overtakes another halfway. Run
 * several rounds: round 0 starts all at once, each later round has its own reproducible delays.
 */
const spreadMillis = 12

const mixBits = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** Returns the delay in milliseconds of each of `count` requests: 0 to 12, at least one of them 0. */
export const startDelays = (round: number, count: number): ReadonlyArray<number> => {
  if (round === 0) return Array.from({ length: count }, () => 0)
  const delays = Array.from({ length: count }, (_, n) => mixBits(round * 1009 + n) % (spreadMillis + 1))
  const first = Math.min(...delays)
  return delays.map((delay) => delay - first)
}

/** Starts each request after its delay and returns all results, in the order of the requests. */
export const staggered = <A>(
  requests: ReadonlyArray<() => Promise<A>>,
  round = 1
): Promise<ReadonlyArray<A>> => {
  const delays = startDelays(round, requests.length)
  return Promise.all(
    requests.map(async (request, n) => {
      if (delays[n]! > 0) await sleep(delays[n])
      return request()
    })
  )
}

/** As `staggered`, for requests that may fail: waits for all of them and returns how each ended. */
export const staggeredSettled = <A>(
  requests: ReadonlyArray<() => Promise<A>>,
  round = 1
): Promise<ReadonlyArray<PromiseSettledResult<A>>> =>
  staggered(
    requests.map((request) => async () => {
      const [result] = await Promise.allSettled([(async () => request())()])
      return result!
    }),
    round
  )

/** As `staggered`, for effects. The delays are real time, also where a test replaces Effect's clock. */
export const staggeredEffects = <A, E, R>(
  effects: ReadonlyArray<Effect.Effect<A, E, R>>,
  round = 1
): Effect.Effect<ReadonlyArray<A>, E, R> => {
  const delays = startDelays(round, effects.length)
  return Effect.all(
    effects.map((effect, n) =>
      delays[n]! > 0
        ? Effect.zipRight(
            Effect.promise(() => sleep(delays[n])),
            effect
          )
        : effect
    ),
    { concurrency: "unbounded" }
  )
}

/** Returns the number of rounds of a race: RACE_ROUNDS if set, otherwise `usual`. */
export const raceRounds = (usual: number): number => Number(process.env["RACE_ROUNDS"] ?? usual)

/** Runs `one` with the round numbers 0 to `count` - 1, one after the other. */
export const rounds = async (count: number, one: (round: number) => Promise<void>): Promise<void> => {
  for (let round = 0; round < count; round++) await one(round)
}
