import { describe, expect, it } from "vitest"
import { decodeAdministration } from "../../src/contract/index.ts"
import { changedRules, type Rules, rulesNotes } from "../../src/organizations/rules.ts"

const rules: Rules = {
  approvals_required: true,
  approvals_for: "every_change",
  second_approval_above: null,
  api_budget_change_limit_pct: 25,
  max_spend: 12_000,
  approval_queue_limit: 200,
  require_preview: false
}

const rulesProblem = (changes: unknown) => {
  const decoded = decodeAdministration("organizations.set", changes)
  return decoded.ok || decoded.error._tag !== "validation_error" ? null : decoded.error
}

describe("an organization's rules", () => {
  it.each([
    [{}, "rules"],
    [{ api_budget_change_limit_pct: -1 }, "api_budget_change_limit_pct"],
    [{ api_budget_change_limit_pct: 1000.01 }, "api_budget_change_limit_pct"],
    [{ api_budget_change_limit_pct: 0.001 }, "api_budget_change_limit_pct"],
    [{ max_spend: -0.01 }, "max_spend"],
    [{ max_spend: Number.NaN }, "max_spend"],
    [{ max_spend: Number.POSITIVE_INFINITY }, "max_spend"],
    [{ max_spend: 1_000_000_001 }, "max_spend"],
    [{ approval_queue_limit: 0 }, "approval_queue_limit"],
    [{ approval_queue_limit: 1.5 }, "approval_queue_limit"],
    [{ approval_queue_limit: 10_001 }, "approval_queue_limit"]
  ])("reject %j", (changes, path) => {
    expect(rulesProblem(changes)?.fields[0]?.path).toBe(path)
  })

  it.each([
    { approvals_required: false },
    { api_budget_change_limit_pct: 0 },
    { api_budget_change_limit_pct: 12.5, max_spend: 0 },
    { max_spend: null },
    { approval_queue_limit: 1 },
    { approval_queue_limit: 10_000 }
  ])("accept %j", (changes) => {
    expect(rulesProblem(changes)).toBeNull()
  })

  it("change only for different values", () => {
    expect(changedRules(rules, { approvals_required: true, max_spend: null })).toEqual([
      { rule: "max_spend", from: 12_000, to: null }
    ])
    expect(changedRules(rules, { max_spend: 12_000 })).toEqual([])
  })

  it("report their consequences for existing data", () => {
    const at = { committed: { daily: 235, totals: 0 }, pending: 0, currency: "USD" }
    expect(rulesNotes(rules, { ...at, pending: 3 })).toEqual([])
    expect(rulesNotes({ ...rules, max_spend: 7050 }, at)).toEqual([])
    expect(rulesNotes({ ...rules, max_spend: 7049.99 }, at)[0]).toMatch(
      /commit \$7,050 a month, above the cap of \$7,049\.99/
    )
    expect(rulesNotes({ ...rules, approvals_required: false }, { ...at, pending: 1 })[0]).toMatch(
      /^1 change still waits/
    )
  })
})
