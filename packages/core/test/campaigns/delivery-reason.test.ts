import { describe, expect, it } from "vitest"
import {
  budgetExplains,
  type CampaignChange,
  likelyReason,
  type ReasonFacts
} from "../../src/campaigns/delivery-reason.ts"

const facts: ReasonFacts = {
  since: "2026-11-12",
  billing: null,
  ads: 3,
  disapproved: 0,
  obstacle: null,
  ends_on: null,
  budget_total: null,
  budget_left: null,
  budget: 40,
  changes: []
}
const change = (day: string, more: Partial<CampaignChange> = {}): CampaignChange => ({
  where: "outside",
  at: `${day}T09:00:00.000Z`,
  day,
  by: "anna@agency.test",
  budget_from: null,
  ...more
})
const keywords = { about: "other", text: "it has no keywords" } as const

describe("the likely reason", () => {
  it("is the most certain of all that can be read, and unknown without any", () => {
    const all: ReasonFacts = {
      ...facts,
      billing: "suspended",
      disapproved: 3,
      obstacle: keywords,
      ends_on: "2026-11-11",
      budget_total: 500,
      budget_left: 0,
      changes: [change("2026-11-11")]
    }
    const without: ReadonlyArray<Partial<ReasonFacts>> = [
      {},
      { billing: null },
      { disapproved: 2 },
      { ends_on: "2026-11-30" },
      { budget_left: 200 },
      { changes: [] },
      { obstacle: null }
    ]
    let left = all
    const kinds = without.map((less) => {
      left = { ...left, ...less }
      return likelyReason(left, "below")?.kind ?? null
    })
    expect(kinds).toEqual(["billing", "ads_disapproved", "ended", "total_used", "change", "obstacle", null])
  })

  it("of more spend is a change alone", () => {
    expect(likelyReason({ ...facts, obstacle: keywords }, "above")).toBeNull()
    expect(likelyReason({ ...facts, changes: [change("2026-11-12")] }, "above")?.kind).toBe("change")
  })

  it("is a budget that moved the same way, else a change from outside, else one made here, of the days before", () => {
    const lowered = change("2026-11-10", { where: "here", by: null, budget_from: 80 })
    const [outside, own] = [change("2026-11-09"), change("2026-11-11", { where: "here", by: null })]
    expect(likelyReason({ ...facts, changes: [outside, lowered, own] }, "below")).toEqual({
      kind: "change",
      where: "here",
      at: lowered.at,
      by: null,
      budget: { from: 80, to: 40 }
    })
    expect(likelyReason({ ...facts, changes: [outside, lowered, own] }, "above")).toMatchObject({
      at: outside.at
    })
    expect(likelyReason({ ...facts, changes: [lowered, own] }, "above")).toMatchObject({ at: own.at })
    for (const day of ["2026-11-08", "2026-11-13"])
      expect(likelyReason({ ...facts, changes: [change(day)] }, "below")).toBeNull()
  })

  it("has what a budget became before it was moved again", () => {
    const changes = [change("2026-11-10", { budget_from: 50 }), change("2026-11-12", { budget_from: 90 })]
    expect(likelyReason({ ...facts, changes }, "above")).toMatchObject({ budget: { from: 50, to: 90 } })
    expect(likelyReason({ ...facts, changes }, "below")).toMatchObject({ budget: { from: 90, to: 40 } })
  })
})

describe("a moved budget", () => {
  const spend = { usual: { low: 30, high: 50 } }
  const raised = { budget: 80, changes: [change("2026-11-01", { budget_from: 40 })] }

  it("explains spend that moved as far, in the same direction", () => {
    expect(budgetExplains(raised, { ...spend, direction: "above", cost: 100 })).toBe(true)
    expect(budgetExplains(raised, { ...spend, direction: "above", cost: 101 })).toBe(false)
    expect(budgetExplains(raised, { ...spend, direction: "below", cost: 29 })).toBe(false)
    const lowered = { ...raised, budget: 20 }
    expect(budgetExplains(lowered, { ...spend, direction: "below", cost: 15 })).toBe(true)
    expect(budgetExplains(lowered, { ...spend, direction: "below", cost: 14 })).toBe(false)
  })

  it("explains nothing if it is back where it was, or nobody moved it", () => {
    const back = { budget: 40, changes: [...raised.changes, change("2026-11-05", { budget_from: 80 })] }
    expect(budgetExplains(back, { ...spend, direction: "above", cost: 51 })).toBe(false)
    expect(budgetExplains({ budget: 40, changes: [] }, { ...spend, direction: "above", cost: 51 })).toBe(
      false
    )
  })
})
