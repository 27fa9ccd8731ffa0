import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { TimedOutError } from "../src/runtime/errors.ts"
import { type FollowOptions, follow, waitFor } from "../src/runtime/follow.ts"
import { advanceUntilSettled } from "./support/fake-timers.ts"

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }))
afterEach(() => void vi.useRealTimers())

const pause = { first: 100, longest: 300 }

/** Work that ends at its look number `end`, each look taking `took` milliseconds. */
const work = (end: number, took = 0) => {
  const looks: Array<{ at: number; pause: number; timeout: number | undefined }> = []
  return {
    looks,
    followed: {
      pause,
      isOver: (look: number) => look === end,
      look: async (pause: number, { timeout }: FollowOptions) => {
        looks.push({ at: performance.now(), pause, timeout })
        if (took > 0) await new Promise((done) => setTimeout(done, took))
        return looks.length
      }
    }
  }
}

const collect = async (looks: AsyncIterable<number>) => {
  const seen: Array<number> = []
  for await (const look of looks) seen.push(look)
  return seen
}

it("yields every state up to the last one, with longer and longer pauses", async () => {
  const start = performance.now()
  const { followed, looks } = work(6)
  expect(await advanceUntilSettled(collect(follow(followed, {})))).toEqual([1, 2, 3, 4, 5, 6])
  expect(looks.map(({ at }) => at - start)).toEqual([0, 100, 250, 475, 775, 1075])
  expect(looks.map(({ pause }) => pause)).toEqual([100, 150, 225, 300, 300, 300])
  expect(looks.every(({ timeout }) => timeout === undefined)).toBe(true)
})

it("counts a look's own time as part of the pause", async () => {
  const start = performance.now()
  const { followed, looks } = work(3, 60)
  await advanceUntilSettled(collect(follow(followed, {})))
  expect(looks.map(({ at }) => at - start)).toEqual([0, 100, 250])
  const slow = work(2, 130)
  const slowStart = performance.now()
  await advanceUntilSettled(collect(follow(slow.followed, {})))
  expect(slow.looks.map(({ at }) => at - slowStart)).toEqual([0, 130])
})

it("gives each look the time that remains, looks a last time at the deadline and then times out", async () => {
  const start = performance.now()
  const { followed, looks } = work(99)
  const failed = advanceUntilSettled(collect(follow(followed, { timeout: 200 })))
  await expect(failed).rejects.toBeInstanceOf(TimedOutError)
  await expect(failed).rejects.toMatchObject({
    code: "timed_out",
    limit: "whole",
    message: "No response within 200 ms (timeout)."
  })
  expect(looks.map(({ at }) => at - start)).toEqual([0, 100, 200])
  expect(looks.map(({ timeout }) => timeout)).toEqual([200, 100, 1])
  expect(looks.map(({ pause }) => pause)).toEqual([100, 100, 1])
})

it("does not time out once the work is over, however late its last look was", async () => {
  expect(await advanceUntilSettled(waitFor(work(1, 500).followed, { timeout: 200 }))).toBe(1)
})

it("waits with the pauses that the caller chooses, and reports each state", async () => {
  const { followed, looks } = work(3)
  const seen: Array<number> = []
  const options = { pause: { first: 10, longest: 10 }, onProgress: (look: number) => void seen.push(look) }
  expect(await advanceUntilSettled(waitFor(followed, options))).toBe(3)
  expect(seen).toEqual([1, 2, 3])
  expect(looks.map(({ pause }) => pause)).toEqual([10, 10, 10])
})

it("names the limit of one attempt when that one passed", () => {
  expect(new TimedOutError("attempt", 5).message).toBe("No response within 5 ms (attemptTimeout).")
})
