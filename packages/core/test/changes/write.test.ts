import { describe, expect, it } from "vitest"
import { isEmptyPlan, type PlannedWrite, singleAction } from "../../src/changes/write.ts"

/** A plan with one action; each step is empty or not, and accompanies others or not. */
const planOf = (...steps: ReadonlyArray<{ readonly empty: boolean; readonly accompanies?: true }>) =>
  ({
    actions: [
      { planned: steps.map(({ accompanies, empty }) => ({ edit: { accompanies }, plan: { empty } })) }
    ]
  }) as unknown as Pick<PlannedWrite, "actions">

describe("a planned write", () => {
  it("is empty if none of its own steps has anything to do", () => {
    expect(isEmptyPlan(planOf())).toBe(true)
    expect(isEmptyPlan(planOf({ empty: true }, { empty: true }))).toBe(true)
    expect(isEmptyPlan(planOf({ empty: true }, { empty: false }))).toBe(false)
  })

  it("is not made by a step that only accompanies others, unless it has no others", () => {
    expect(isEmptyPlan(planOf({ empty: true }, { empty: false, accompanies: true }))).toBe(true)
    expect(isEmptyPlan(planOf({ empty: false, accompanies: true }))).toBe(false)
  })

  it("with exactly one action has no other number of them", () => {
    expect(singleAction(["one"])).toBe("one")
    for (const actions of [[], ["one", "two"]]) expect(() => singleAction(actions)).toThrow("One action")
  })
})
