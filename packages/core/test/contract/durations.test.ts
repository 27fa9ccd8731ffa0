import { expect, it } from "vitest"
import { durationText, messageOf, RateLimited, Unavailable, waitText } from "../../src/contract/index.ts"

it.each([
  [1, "1 second"],
  [2, "2 seconds"],
  [119, "119 seconds"],
  [120, "2 minutes"],
  [149, "2 minutes"],
  [7200, "2 hours"],
  [172_800, "2 days"]
])("%i seconds are %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

it("a wait is rounded up", () => {
  expect([60, 121, 7201].map(waitText)).toEqual(["60 seconds", "3 minutes", "3 hours"])
})

it("one second is singular in the errors that say how long to wait", () => {
  const limited = new RateLimited({ limit: 60, resets_at: "2026-01-01T00:00:00Z", retryAfter: 1 })
  expect(messageOf(limited)).toContain("Wait 1 second, then")
  expect(messageOf(new Unavailable({ retryAfter: 1 }))).toMatch(/in 1 second\.$/)
})
