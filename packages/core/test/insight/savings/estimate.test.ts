import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  boughtConversions,
  combinedMeasuredSaving,
  combinedSaving,
  type SavingBasis,
  savingOf
} from "../../../src/insight/savings/estimate.ts"
import { describeSaving, savingMeaning } from "../../../src/insight/savings/sentences.ts"

const million = 1_000_000
const keyword = (id: number, amount: number, conversions = 0) => ({
  keyword: id,
  micros: amount * million,
  conversions
})
const search = (text: string, amount: number, conversions = 0) => ({
  search: text,
  micros: amount * million,
  conversions
})
const saves = (stops: SavingBasis["stops"], spent = 1000): SavingBasis => ({
  spent_micros: spent * million,
  stops
})

const of = (campaign: string, stops: SavingBasis["stops"]) => ({ campaign, saves: saves(stops) })

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
    expect(
      combinedSaving([
        of("a", [keyword(1, 10), keyword(2, 5)]),
        of("a", [keyword(2, 5), keyword(3, 1)]),
        of("a", [search("x", 4)]),
        of("b", [search("x", 4)]),
        { campaign: "c", saves: null }
      ])
    ).toEqual({ amount: 20, atLeast: true, conversions: 0 })
    expect(combinedSaving([{ campaign: "c", saves: null }])).toBeNull()
    expect(combinedSaving([])).toBeNull()
  })

  it.each([
    ["only keywords", [of("a", [keyword(1, 10)]), of("b", [keyword(2, 5)])], false],
    ["keywords here and searches there", [of("a", [keyword(1, 10)]), of("b", [search("x", 5)])], false],
    ["keywords and searches of one campaign", [of("a", [keyword(1, 10)]), of("a", [search("x", 5)])], true],
    [
      "all that the campaign spent",
      [{ campaign: "a", saves: saves([keyword(1, 10), search("x", 5)], 10) }],
      false
    ]
  ])("of %s is a lower bound only if it leaves something out", (_, all, atLeast) =>
    expect(combinedSaving(all)).toMatchObject({ atLeast })
  )

  it.each([
    ["nothing", [keyword(1, 10)], 0],
    ["what each stopped item brought, once", [keyword(1, 10, 2), keyword(1, 7, 2), keyword(2, 1, 1.5)], 3.5],
    ["a search and its keyword once: the larger", [keyword(1, 10, 2), search("a", 3, 3)], 3],
    ["something unknown, if an earlier version stored it", [{ keyword: 1, micros: million }], null]
  ])("bought %s", (_, stops, conversions) => {
    expect(boughtConversions(stops)).toBe(conversions)
    expect(combinedSaving([of("a", stops), of("b", [search("x", 4, 0)])])).toMatchObject({ conversions })
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
        const amountOf = (some: typeof all) => combinedSaving(some)?.amount ?? 0
        const together = amountOf(all)
        expect(together).toBeGreaterThanOrEqual(Math.max(...each) - 0.01)
        expect(together).toBeLessThanOrEqual(each.reduce((sum, one) => sum + one, 0) + 0.01 * all.length)
        expect(amountOf(all.toReversed())).toBe(together)
        expect(amountOf([...all, ...all])).toBe(together)
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
    ).toEqual({ amount: 12.3, atLeast: true })
    expect(combinedMeasuredSaving([of("a", "keywords", 10.1), of("b", "searches", 3)])).toEqual({
      amount: 13.1,
      atLeast: false
    })
    expect(combinedMeasuredSaving([])).toEqual({ amount: 0, atLeast: false })
  })
})

describe("the wording of a saving", () => {
  it("says that it bought nothing only if it did not", () => {
    expect(savingMeaning(0, "negative_keywords")).toMatch(
      /^It is cost that bought no conversion\. It is no refund/
    )
    expect(savingMeaning(3, "high_cpc")).toMatch(/brought 3 conversions .* reference CPA is subtracted\./)
    expect(savingMeaning(1, "brand_leak")).toMatch(/brought 1 conversion .* The brand campaign can win them/)
    expect(savingMeaning(2.5)).toMatch(/brought 2\.5 conversions .* Each recommendation says/)
    for (const conversions of [null, 1])
      expect(savingMeaning(conversions, "high_cpc")).not.toContain("bought no conversion")
  })

  it("says why a sum is a lower bound", () => {
    expect(describeSaving(2, "$12.00", true)).toMatch(
      /saved at least an estimated \$12\.00 .* larger of their sums/
    )
    expect(describeSaving(2, "$12.00", false)).not.toMatch(/at least|larger/)
    expect(describeSaving(1, "$12.00", false)).toBe("It would have saved an estimated $12.00 in 30 days.")
  })
})
