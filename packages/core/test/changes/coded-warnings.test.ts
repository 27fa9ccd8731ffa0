import { describe, expect, it } from "vitest"
import { isRaise, lossWarnings, raiseWarning } from "../../src/changes/guardrails/warnings.ts"

const codes = (losses: Parameters<typeof lossWarnings>[0]) => lossWarnings(losses).map(({ code }) => code)
const loss = (conversions: number, keywords: ReadonlyArray<string> = []) => ({ conversions, keywords })

describe("lost traffic", () => {
  it.each([
    ["no loss", [], []],
    ["just below a tenth of the conversions", [loss(0.0999)], []],
    ["a tenth of the conversions", [loss(0.1)], ["conversions_lost"]],
    ["a tenth in several edits of a campaign", [loss(0.07), loss(0.03)], ["conversions_lost"]],
    ["a blocked keyword", [loss(0, ["boiler"])], ["keywords_blocked"]],
    ["both", [loss(0.5), loss(0, ["boiler"])], ["conversions_lost", "keywords_blocked"]]
  ])("with %s", (_, losses, expected) => {
    expect(codes(losses)).toEqual(expected)
  })

  it("names each keyword once, and never more than all conversions", () => {
    const texts = lossWarnings([loss(0.8, ["boiler"]), loss(0.7, ["boiler"])]).map(({ text }) => text)
    expect(texts[0]).toMatch(/^100 percent/)
    expect(texts[1]).toBe('Enabled keywords would be blocked: "boiler".')
  })
})

describe("raises of one credential within 24 hours", () => {
  const rules = { changeLimitPercent: 25, currency: "USD" }
  const raiseTo = (to: number) => ({ to, launched: true })

  it.each([
    ["up to the per-call limit of the budget before the first", 125, null],
    ["one unit past it", 126, "raised_repeatedly"]
  ])("%s", (_, to, code) => {
    expect(raiseWarning(raiseTo(to), 100, rules)?.code ?? null).toBe(code)
  })

  it("states both budgets in the organization's currency", () => {
    expect(raiseWarning(raiseTo(150), 100, { ...rules, currency: "EUR" })?.text).toMatch(
      /from €100 to €150 within 24 hours\. One call may raise it by 25 percent/
    )
  })

  it.each([
    ["a higher budget", { from: 100, to: 120 }, true],
    ["a lower budget", { from: 120, to: 100 }, false],
    ["the same budget", { from: 150, to: 150 }, false],
    ["a first budget, which nothing measures", { from: null, to: 50 }, false],
    ["a first budget of a campaign at 0", { from: 0, to: 50 }, false]
  ])("%s counts as a raise or not", (_, move, counts) => {
    expect(isRaise(move)).toBe(counts)
  })
})
