import { describe, expect, it } from "vitest"
import { reapplyProblem, writeQuotaProblem } from "../../src/changes/guardrails/how-often.ts"

const now = new Date("2026-03-04T23:59:30Z")
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

describe("the write quota", () => {
  it.each([0, 1, 999])("lets %i of 1000 pass", (used) =>
    expect(writeQuotaProblem(used, 1000, now)).toBeNull()
  )

  it("refuses the one past the last, until the day ends in UTC", () => {
    expect(writeQuotaProblem(1000, 1000, now)).toMatchObject({
      limit: 1000,
      resets_at: "2026-03-05T00:00:00.000Z",
      retryAfter: 30
    })
    expect(writeQuotaProblem(0, 0, now)).not.toBeNull()
  })
})

describe("applying again", () => {
  it("is free for what was never applied, or long ago", () => {
    expect(reapplyProblem(null, now)).toBeNull()
    expect(reapplyProblem(ago(300), now)).toBeNull()
  })

  it("has to wait for five minutes, and is told how long", () => {
    expect(reapplyProblem(ago(0), now)).toMatchObject({ retry_after_seconds: 300 })
    expect(reapplyProblem(ago(299), now)).toMatchObject({ retry_after_seconds: 1 })
  })
})
