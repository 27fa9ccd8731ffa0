import { describe, expect, it } from "vitest"
import { planOf, repeat, startBusyLoops, summary } from "../lib/steady/plan.mjs"

describe("npm run check steady", () => {
  it("runs the whole suite three times with two busy loops", () => {
    expect(planOf([])).toEqual({ times: 3, busy: 2, what: "the whole suite", vitest: [] })
  })

  it("runs files fifty times, or the given number of times", () => {
    expect(planOf(["a.test.ts"])).toMatchObject({ times: 50, busy: 2, vitest: ["a.test.ts"] })
    const plan = planOf(["--times", "7", "--busy", "0", "-t", "one server", "a.test.ts", "b.test.ts"])
    expect(plan).toEqual({
      times: 7,
      busy: 0,
      what: "a.test.ts b.test.ts",
      vitest: ["a.test.ts", "b.test.ts", "--testNamePattern", "one server"]
    })
  })

  it.each([[["--times", "0"]], [["--times", "often"]], [["--busy", "1.5"]], [["--tims", "3"]]])(
    "rejects %j with a message",
    (args) => {
      expect(() => planOf(args)).toThrow(/--times/.test(args[0]) ? /whole number/ : /--(busy|times)/)
    }
  )

  it("stops at the first failure and reports its output", async () => {
    const runs = []
    const outcome = await repeat(5, async (run) => {
      runs.push(run)
      return run === 3 ? "the third failed" : null
    })
    expect(runs).toEqual([1, 2, 3])
    expect(outcome.failure).toBe("the third failed")
    const plan = planOf(["--times", "5", "a.test.ts"])
    expect(summary(plan, outcome)).toBe("Run 3 of 5 failed with 2 busy loops, after 2 that passed: a.test.ts")
  })

  it("reports the duration of the runs", () => {
    const plan = planOf(["--times", "2", "--busy", "1", "a.test.ts"])
    expect(summary(plan, { seconds: [1, 2], failure: null })).toBe(
      "2 of 2 runs passed with 1 busy loop (1.5 s on average, 2.0 s at most): a.test.ts"
    )
  })

  it("stops its busy loops", async () => {
    await expect(startBusyLoops(2)()).resolves.toHaveLength(2)
  })
})
