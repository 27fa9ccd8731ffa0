import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { countBySubject, distributeTokens } from "../../src/access/rate-limiter.ts"

const now = Date.parse("2026-11-16T12:00:00Z")
beforeEach(() => void vi.spyOn(Date, "now").mockReturnValue(now))
afterEach(() => void vi.restoreAllMocks())

describe("the requests of a batch", () => {
  it("are counted per subject, up to the limit", () => {
    const counts = countBySubject(["a", "b", "a", "a", "a", "b"], 3)
    expect([...counts]).toEqual([
      ["a", 3],
      ["b", 2]
    ])
  })

  it("take the bucket's tokens in their order, as if they had arrived one after the other", () => {
    const take = distributeTokens(60)
    // The bucket had 12.5 tokens, and the batch took 3 of them.
    const bucket = { tokens: 9.5, granted: 3 }
    const remaining = [1, 2, 3].map(() => take("a", bucket))
    expect(remaining.map(({ rateLimit }) => rateLimit.remaining)).toEqual([11, 10, 9])
    expect(remaining.map(({ rateLimit }) => rateLimit.reset - now / 1000)).toEqual([49, 50, 51])
    expect(remaining.map(({ limited }) => limited)).toEqual([null, null, null])
    expect(take("b", { tokens: 59, granted: 1 })).toEqual({
      rateLimit: { limit: 60, remaining: 59, reset: now / 1000 + 1 },
      limited: null
    })
  })

  it("are rejected from the first one without a token, until a whole token is back", () => {
    const take = distributeTokens(10)
    const bucket = { tokens: 0.5, granted: 2 }
    expect([take("a", bucket).limited, take("a", bucket).limited]).toEqual([null, null])
    const third = take("a", bucket)
    // A bucket of 10 gets a token every 6 seconds. Half of one is missing; 9.5 are missing to the full bucket.
    expect(third.rateLimit).toEqual({ limit: 10, remaining: 0, reset: now / 1000 + 57 })
    expect(third.limited).toMatchObject({
      limit: 10,
      retryAfter: 3,
      resets_at: "2026-11-16T12:00:57.000Z"
    })
  })

  it.each([
    [0, 60, 10, 6],
    [0, 3600, 10, 360],
    [0.99, 60, 60, 1],
    [0, 60, 300, 1],
    [0, 60, 59, 2]
  ])(
    "with %d tokens in a bucket that fills in %i s to %i can be retried after %i s",
    (tokens, seconds, limit, after) => {
      expect(distributeTokens(limit, seconds)("a", { tokens, granted: 0 }).limited?.retryAfter).toBe(after)
    }
  )
})
