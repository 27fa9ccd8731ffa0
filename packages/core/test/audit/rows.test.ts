import { describe, expect, it } from "vitest"
import { auditWindow } from "../../src/audit/rows.ts"
import { type Day, decodeInput, operationByName } from "../../src/contract/index.ts"

const now = Date.parse("2026-03-15T13:14:15.161Z")
const at = (instant: string) => Date.parse(instant)
const day = (text: string) => text as Day

describe("the time that an export covers", () => {
  it.each([
    ["the 30 days up to now", {}, "2026-02-13T13:14:15.161Z", null],
    ["from a day up to now", { from: day("2026-01-01") }, "2026-01-01T00:00:00Z", null],
    [
      "30 whole days, the last included",
      { to: day("2026-03-01") },
      "2026-01-31T00:00:00Z",
      "2026-03-02T00:00:00Z"
    ],
    [
      "both ends, the last day included",
      { from: day("2026-02-27"), to: day("2026-03-01") },
      "2026-02-27T00:00:00Z",
      "2026-03-02T00:00:00Z"
    ],
    [
      "a single day",
      { from: day("2024-02-29"), to: day("2024-02-29") },
      "2024-02-29T00:00:00Z",
      "2024-03-01T00:00:00Z"
    ],
    ["from a day that is still to come", { from: day("2030-01-01") }, "2030-01-01T00:00:00Z", null],
    [
      "up to a day that is still to come",
      { to: day("2030-01-30") },
      "2030-01-01T00:00:00Z",
      "2030-01-31T00:00:00Z"
    ]
  ])("%s", (_, period, from, before) => {
    expect(auditWindow(period, now)).toEqual({ from: at(from), before: before === null ? null : at(before) })
  })

  it("is rejected by the contract if it begins after its end", () => {
    const operation = operationByName.get("audit.export")!
    const decoded = decodeInput(operation, { org: "northwind", from: "2026-03-02", to: "2026-03-01" })
    expect(decoded).toMatchObject({
      ok: false,
      error: { fields: [{ path: "from", message: expect.stringContaining("must not be after to") }] }
    })
  })
})
