import { expect, it } from "vitest"
import { nextPauseMillis } from "../../src/audit/sealer.ts"

/** Seals arriving events until the pause settles; returns the pauses. */
const pausesAt = (eventsPerSecond: number, seconds: number, waiting = 0): ReadonlyArray<number> => {
  const pauses: Array<number> = []
  let pause = 1000
  let backlog = waiting
  for (let millis = 0; millis < seconds * 1000; millis += pause) {
    backlog += (eventsPerSecond * pause) / 1000
    const sealed = Math.min(250, Math.floor(backlog))
    backlog -= sealed
    pause = nextPauseMillis(pause, sealed)
    pauses.push(pause)
  }
  return pauses
}

it("seals a quiet service once a second, and a busy one in batches that are spread over the second", () => {
  expect(pausesAt(20, 20).at(-1)).toBe(1000)
  const busy = pausesAt(2000, 20).slice(-10)
  for (const pause of busy) {
    expect(pause).toBeGreaterThan(30)
    expect(pause).toBeLessThan(250)
  }
})

it("seals a backlog without long pauses, and slows down again", () => {
  const pauses = pausesAt(20, 60, 100_000)
  expect(Math.min(...pauses)).toBeLessThan(1)
  expect(pauses.at(-1)).toBe(1000)
})
