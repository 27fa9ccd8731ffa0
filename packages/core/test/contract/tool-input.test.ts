import { describe, expect, it } from "vitest"
import { inputFromTool, type OperationName, operationByName } from "../../src/contract/index.ts"

const taken = (name: OperationName, given: Record<string, unknown>) =>
  inputFromTool(operationByName.get(name)!, given).values
const problemsOf = (name: OperationName, given: Record<string, unknown>) =>
  inputFromTool(operationByName.get(name)!, given).problems

describe("a tool's input", () => {
  it.each<[OperationName, string, string]>([
    ["tasks.get", "task_tracking_id", "id"],
    ["actions.undo", "action_id", "id"],
    ["recommendations.apply", "recommendation_id", "id"],
    ["queued_writes.get", "queued_recommendation_id", "queued_id"],
    ["queued_writes.get", "id", "queued_id"],
    ["strategy.get", "strategy", "strategy_id"],
    ["reports.get", "id", "report_id"],
    ["campaigns.get", "campaign", "slug"]
  ])("of %s accepts %s for %s", (name, alias, field) => {
    expect(taken(name, { [alias]: "x", other: 1 })).toEqual({ [field]: "x", other: 1 })
    // Under both names it is one id.
    expect(taken(name, { [alias]: "x", [field]: "x" })).toEqual({ [field]: "x" })
    expect(problemsOf(name, { [alias]: "x", [field]: "x" })).toEqual([])
    const message = `is another name for ${field}, and the two differ; send one of them`
    expect(problemsOf(name, { [alias]: "x", [field]: "y" })).toEqual([{ path: alias, message }])
  })

  it("rejects different ids under two other names, and takes a number and its text as the same", () => {
    const given = { queued_recommendation_id: "qw_12345678", id: "qw_87654321" }
    expect(problemsOf("queued_writes.get", given)).toEqual([
      { path: "id", message: expect.stringContaining("another name for queued_recommendation_id") }
    ])
    expect(taken("tasks.get", { id: 7, task_tracking_id: "7" })).toEqual({ id: 7 })
    expect(problemsOf("tasks.get", { id: 7, task_tracking_id: "7" })).toEqual([])
  })

  it("accepts whole numbers as text, also inside options, and no other conversions", () => {
    expect(taken("campaigns.list", { limit: "20", state: "1" })).toEqual({ limit: 20, state: "1" })
    expect(taken("tasks.get", { task_tracking_id: "1001" })).toEqual({ id: 1001 })
    expect(taken("detectors.run", { options: { days: "7", include_paused: "true" } })).toEqual({
      options: { days: 7, include_paused: "true" }
    })
    expect(taken("detectors.run", { options: { unknown: "7", days: null } })).toEqual({
      options: { unknown: "7", days: null }
    })
    for (const options of [["7"], "7", 7, null]) {
      expect(taken("detectors.run", { options })).toEqual({ options })
    }
    for (const limit of ["2.5", "1e3", "0x10", "", " 5", "05", "99999999999999999999", true]) {
      expect(taken("campaigns.list", { limit })).toEqual({ limit })
    }
    expect(taken("campaigns.update", { dry_run: "false" })).toEqual({ dry_run: "false" })
  })

  it("keeps a field called __proto__ as a field", () => {
    const values = taken("campaigns.list", JSON.parse('{"__proto__":{"limit":1}}'))
    expect(Object.keys(values)).toEqual(["__proto__"])
  })
})
