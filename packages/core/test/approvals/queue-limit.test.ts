import { describe, expect, it } from "vitest"
import { callerLimit, queueProblem } from "../../src/approvals/hold.ts"

const raise = { stopsSpend: false }

describe("the approval queue", () => {
  it.each([
    [200, 100],
    [5, 3],
    [2, 1],
    [1, 1]
  ])("of %i writes accepts %i from one caller", (limit, most) => {
    expect(callerLimit(limit)).toBe(most)
  })

  it.each([
    [{ limit: 200, pending: 199, own: 99 }, null],
    [
      { limit: 200, pending: 200, own: 0 },
      { limit: 200, of: "organization" }
    ],
    [
      { limit: 200, pending: 100, own: 100 },
      { limit: 100, of: "caller" }
    ],
    [
      { limit: 200, pending: 200, own: 100 },
      { limit: 200, of: "organization" }
    ]
  ])("with %j returns %j", (use, problem) => {
    const found = queueProblem(use, raise)
    if (problem === null) expect(found).toBeNull()
    else expect(found).toMatchObject(problem)
    expect(queueProblem(use, { stopsSpend: true })).toBeNull()
  })
})
