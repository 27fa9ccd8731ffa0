import { expect, it } from "vitest"
import { undecidedOf } from "../../../src/insight/daily/undecided.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { sums, term, view } from "../detect/support.ts"

/* A click in ten converts and a conversion costs 50, so 20 clicks for 100 lack about two. */
const few = sums(20, 100)
const open = (over: Partial<CampaignView>, listed: ReadonlyArray<string> = []) =>
  undecidedOf(view(over), new Set(listed)).map(({ subject }) => subject)

it("names searches whose lack of conversions luck may explain, with what is known", () => {
  const terms = [
    term("boiler grants", few),
    term("boiler repair", sums(20, 100, 2)),
    term("cheap", sums(2, 10))
  ]
  const [first, ...others] = undecidedOf(view({ terms }), new Set())
  expect(others).toEqual([])
  expect(first).toEqual({
    subject: "“boiler grants”",
    text: expect.stringMatching(
      /^20 clicks for \$100 brought no conversion, where 1\.\d were to be expected: luck may explain it\. About 1 more week like these will tell\.$/
    )
  })
})

it("leaves out what a detector lists, what is excluded or protected, and what cannot come again", () => {
  const terms = [term("boiler grants", few)]
  expect(open({ terms }, ["boiler grants"])).toEqual([])
  expect(open({ terms, negatives: [{ text: "grants", match: "phrase" }] })).toEqual([])
  expect(open({ terms, brand: ["grants"] })).toEqual([])
  const matched = [term("boiler grants", few, { aiMax: { evidence: few, last30: few } })]
  expect(open({ terms: matched, aiMax: true })).toHaveLength(1)
  expect(open({ terms: matched, aiMax: false })).toEqual([])
})

it("says nothing where conversions are not counted", () => {
  const terms = [term("boiler grants", few)]
  expect(open({ terms, conversionsStopped: "2026-11-02" })).toEqual([])
})

it("names a target that the actual CPA misses, if its interval contains the target", () => {
  const at = (targetCpa: number) => open({ targetCpa, window: sums(200, 1000, 20) })
  expect(at(65)).toEqual(["Target CPA"])
  // On target, and beyond chance.
  expect([at(50), at(300)]).toEqual([[], []])
})
