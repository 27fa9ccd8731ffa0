import { describe, expect, it } from "vitest"
import { writeQuotaProblem } from "../../src/changes/quota.ts"

const now = new Date("2026-03-04T23:59:30Z")

describe("the write quota", () => {
  it.each([0, 1, 999])("allows %i of 1000 writes", (used) =>
    expect(writeQuotaProblem(used, 1000, now)).toBeNull()
  )

  it("refuses the next write until the day ends in UTC", () => {
    expect(writeQuotaProblem(1000, 1000, now)).toMatchObject({
      limit: 1000,
      resets_at: "2026-03-05T00:00:00.000Z",
      retryAfter: 30
    })
    expect(writeQuotaProblem(0, 0, now)).not.toBeNull()
  })
})
