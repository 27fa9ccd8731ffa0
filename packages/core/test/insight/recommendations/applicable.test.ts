import { describe, expect, it } from "vitest"
import { applyProblem } from "../../../src/insight/recommendations/apply.ts"

const now = new Date("2026-03-04T23:59:30Z")
const applied = (seconds: number) => ({
  status: "applied" as const,
  applied_at: new Date(now.getTime() - seconds * 1000).toISOString()
})

describe("applying again", () => {
  it("is allowed only for a pending recommendation", () => {
    expect(applyProblem({ status: "pending", applied_at: null }, now)).toBeNull()
    for (const status of ["dismissed", "undone"] as const) {
      expect(applyProblem({ status, applied_at: null }, now)).toMatchObject({ status })
      expect(applyProblem({ ...applied(1), status }, now)).toMatchObject({
        _tag: "recommendation_not_pending",
        status
      })
    }
  })

  it("right after it was applied reports success and how long to wait", () => {
    expect(applyProblem(applied(0), now)).toMatchObject({ retry_after_seconds: 300 })
    expect(applyProblem(applied(299), now)).toMatchObject({ retry_after_seconds: 1 })
    expect(applyProblem(applied(300), now)).toMatchObject({ _tag: "recommendation_not_pending" })
  })
})
