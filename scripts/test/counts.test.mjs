import { describe, expect, it } from "vitest"
import { countLine } from "../lib/counts.mjs"

const file = (status, ...tests) => ({ status, assertionResults: tests.map((test) => ({ status: test })) })
const report = (numPassedTests, numFailedTests, numPendingTests, numTodoTests, ...testResults) => ({
  numPassedTests,
  numFailedTests,
  numPendingTests,
  numTodoTests,
  testResults
})

describe("countLine", () => {
  it("counts passed and failed tests", () => {
    expect(countLine(report(1, 1, 0, 0, file("failed", "passed", "failed")))).toBe("1 passed, 1 failed")
  })

  it("lists skipped and planned tests only if there are some", () => {
    expect(countLine(report(1, 0, 2, 1, file("passed", "passed")))).toBe("1 passed, 0 failed, 3 skipped")
  })

  it("counts a file that could not be loaded as one failure", () => {
    expect(countLine(report(1, 0, 0, 0, file("passed", "passed"), file("failed")))).toBe("1 passed, 1 failed")
  })
})
