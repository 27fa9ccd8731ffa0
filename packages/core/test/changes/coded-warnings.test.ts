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
  const move = (from: number | null, to: number) => ({ from, to, launched: true })
  const first = { from: 100, to: 120 }

  it.each([
    ["the first raise", move(100, 125), [], null],
    ["up to the per-call limit of the budget before the first", move(120, 125), [first], null],
    ["one unit past it", move(120, 126), [first], "raised_repeatedly"],
    [
      "measured from the first raise, not from the last",
      move(120, 126),
      [first, { from: 120, to: 121 }],
      "raised_repeatedly"
    ],
    ["after a fall, which is no raise", move(80, 100), [{ from: 100, to: 80 }], null],
    ["a lower budget", move(150, 130), [first], null],
    ["the same budget", move(150, 150), [first], null],
    ["after a first budget, which nothing measures", move(50, 62), [{ from: null, to: 50 }], null],
    ["after a first budget of a campaign at 0", move(50, 62), [{ from: 0, to: 50 }], null],
    ["a first budget", move(null, 500), [first], null]
  ])("%s", (_, current, earlier, code) => {
    expect(raiseWarning(current, earlier, rules)?.code ?? null).toBe(code)
  })

  it("states both budgets in the organization's currency", () => {
    expect(raiseWarning(move(120, 150), [first], { ...rules, currency: "EUR" })?.text).toMatch(
      /from €100 to €150 within 24 hours\. One call may raise it by 25 percent/
    )
  })

  it("a raise starts from a budget", () => {
    expect([isRaise(first), isRaise({ from: 120, to: 100 }), isRaise({ from: null, to: 1 })]).toEqual([
      true,
      false,
      false
    ])
  })
})
