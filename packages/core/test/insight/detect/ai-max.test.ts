import { describe, expect, it } from "vitest"
import { detect } from "../../../src/insight/detect/detect.ts"
import { chosenPart } from "../../../src/insight/recommendations/parts.ts"
import { savedMicros } from "../../../src/insight/savings/estimate.ts"
import { sums, term, view } from "./support.ts"

/** A search without a conversion, whose cost came through AI Max. */
const matched = (text: string, cost: number, conversions = 0) => {
  const all = sums(cost / 5, cost, conversions)
  return term(text, all, { aiMax: { evidence: all, last30: all } })
}
const typed = (text: string, cost: number) => term(text, sums(cost / 5, cost))
const run = (terms: ReturnType<typeof term>[], aiMax: boolean | null = true) =>
  detect("negative_keywords", view({ aiMax, terms }), { days: 30 })
const actionsOf = ({ findings }: ReturnType<typeof run>) =>
  findings.map(({ fields }) => [fields["term"], fields["action"]])

describe("searches that AI Max matched", () => {
  const wasted = [matched("garden hose", 600), matched("kitchen sink", 500), typed("plumber jobs", 400)]

  it("lead to the setting instead of exclusions, if AI Max costs more than it brings", () => {
    const found = run([...wasted, matched("boiler repair", 200, 2)])
    expect(actionsOf(found)).toEqual([
      ["garden hose", "switch_off_ai_max"],
      ["kitchen sink", "switch_off_ai_max"],
      ["plumber jobs", "exclude"]
    ])
    expect(found.findings[0]!.fields["reason"]).toContain(
      "AI Max matched it. Of all that AI Max matched, 2 conversions for $1,300: the true CPA is between $128 and "
    )
    expect(found.operations).toEqual([
      { op: "switch_off_ai_max" },
      { op: "add_negative_keyword", text: "plumber jobs", match: "exact" }
    ])
    expect(found.summary).toBe(
      "Switch off AI Max, which matched 2 search terms that cost $1,100.00 in 30 days and never converted; exclude 1 search term that cost $400.00 in 30 days and never converted"
    )
    // Each search once: the converting one is no saving.
    expect(savedMicros({ ...found.saves!, spent_micros: 1e12 })).toBe(1500e6)
  })

  it("cannot be chosen alone: only the whole recommendation switches the setting off", () => {
    const { findings, operations, ...rest } = run(wasted)
    const [first, ...more] = operations
    const whole = {
      ...rest,
      saves: rest.saves!,
      findings: findings.map(({ fields }) => fields),
      operations: [first!, ...more] as const
    }
    expect(chosenPart(whole, ["garden hose"])).toEqual({
      fields: [
        {
          path: "only.0",
          message: "is stopped by switching off AI Max, which only the whole recommendation does"
        }
      ]
    })
    const chosen = chosenPart(whole, ["plumber jobs"])
    expect("part" in chosen && [chosen.part.operations, chosen.part.evidence?.items.length]).toEqual([
      [{ op: "add_negative_keyword", text: "plumber jobs", match: "exact" }],
      1
    ])
  })

  it("are excluded one by one if AI Max is worth it, and the reason names it", () => {
    const found = run([...wasted, matched("boiler repair", 2000, 100)])
    expect(actionsOf(found).map(([, action]) => action)).toEqual(["exclude", "exclude", "exclude"])
    const reasons = found.findings.map(({ fields }) =>
      String(fields["reason"]).endsWith(" AI Max matched it.")
    )
    expect(reasons).toEqual([true, true, false])
  })

  it("are left out once it is off: only AI Max matched them", () => {
    expect(actionsOf(run(wasted, false))).toEqual([["plumber jobs", "exclude"]])
  })

  it("are excluded where the setting is unknown", () => {
    expect(actionsOf(run(wasted, null)).map(([, action]) => action)).toEqual([
      "exclude",
      "exclude",
      "exclude"
    ])
  })
})
