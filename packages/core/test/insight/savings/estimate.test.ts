import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  combinedMeasuredSaving,
  combinedSaving,
  type SavingBasis,
  savingOf
} from "../../../src/insight/savings/estimate.ts"

const million = 1_000_000
const keyword = (id: number, amount: number) => ({ keyword: id, micros: amount * million })
const search = (text: string, amount: number) => ({ search: text, micros: amount * million })
const saves = (stops: SavingBasis["stops"], spent = 1000): SavingBasis => ({
  spent_micros: spent * million,
  stops
})

describe("a saving", () => {
  it.each([
    ["what each keyword cost", [keyword(1, 10), keyword(2, 5.5)], 15.5],
    ["a keyword that is there twice, once", [keyword(1, 10), keyword(1, 7)], 10],
    ["a search and its keyword, once: the larger", [keyword(1, 10), search("a", 12)], 12],
    ["no more than the campaign spent", [keyword(1, 800), keyword(2, 800)], 1000],
    ["nothing where nothing is stopped", [], null],
    ["nothing where it rounds to 0.00", [keyword(1, 0.004)], null],
    ["a cent", [keyword(1, 0.006)], 0.01]
  ])("is %s", (_, stops, expected) => expect(savingOf(saves(stops))).toBe(expected))

  it("of several recommendations counts shared stops once", () => {
    const of = (campaign: string, stops: SavingBasis["stops"]) => ({ campaign, saves: saves(stops) })
    expect(
      combinedSaving([
        of("a", [keyword(1, 10), keyword(2, 5)]),
        of("a", [keyword(2, 5), keyword(3, 1)]),
        of("a", [search("x", 4)]),
        of("b", [search("x", 4)]),
        { campaign: "c", saves: null }
      ])
    ).toBe(20)
    expect(combinedSaving([{ campaign: "c", saves: null }])).toBeNull()
    expect(combinedSaving([])).toBeNull()
  })

  it("of all is at least the largest, at most the sum, and independent of order", () => {
    const stop = fc.oneof(
      fc.record({ keyword: fc.nat(5), micros: fc.nat(9 * million) }),
      fc.record({ search: fc.constantFrom("a", "b", "c"), micros: fc.nat(9 * million) })
    )
    const one = fc.record({
      campaign: fc.constantFrom("x", "y"),
      saves: fc.record({ spent_micros: fc.constant(20 * million), stops: fc.array(stop, { maxLength: 6 }) })
    })
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), (all) => {
        const each = all.map((one) => savingOf(one.saves) ?? 0)
        const together = combinedSaving(all) ?? 0
        expect(together).toBeGreaterThanOrEqual(Math.max(...each) - 0.01)
        expect(together).toBeLessThanOrEqual(each.reduce((sum, one) => sum + one, 0) + 0.01 * all.length)
        expect(combinedSaving(all.toReversed()) ?? 0).toBe(together)
        expect(combinedSaving([...all, ...all]) ?? 0).toBe(together)
      })
    )
  })

  it("that was measured is not added to the saving of the keywords for the same searches", () => {
    const of = (campaign: string, stops: "keywords" | "searches", amount: number) => ({
      campaign,
      stops,
      amount
    })
    expect(
      combinedMeasuredSaving([
        of("a", "keywords", 10.1),
        of("a", "keywords", 5.2),
        of("a", "searches", 12),
        of("b", "searches", -3)
      ])
    ).toBe(12.3)
    expect(combinedMeasuredSaving([])).toBe(0)
  })
})
