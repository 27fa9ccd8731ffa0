import { expect, it } from "vitest"
import { type Detector, detectors } from "../../../src/contract/index.ts"
import { detect, explainNoFindings } from "../../../src/insight/detect/detect.ts"
import type { CampaignView } from "../../../src/insight/detect/view.ts"
import { keyword, sums, term, view } from "./support.ts"

const note = (detector: Detector, over: Partial<CampaignView> = {}, options = {}) =>
  explainNoFindings(detector, view(over), options)

it.each([
  ["high_cpc", {}, "costs 3 times the average CPC of $5.00."],
  ["high_cpc", { last30: sums(0, 0) }, "had no clicks"],
  ["no_conversion_keywords", {}, "cost $100.00 or more in 90 days"],
  ["no_conversion_keywords", { evidence: sums(9, 9, 3) }, "had 3 conversions"],
  ["no_conversion_keywords", { evidence: sums(9, 9, 3) }, "10 are needed to judge by"],
  ["no_conversion_keywords", { evidence: sums(9, 9, 3), targetCpa: 50 }, "5 are needed to judge by"],
  ["zero_impression", {}, "was shown in the last 90 days"],
  ["zero_impression", { served: [0, 1] }, "served on 2 of the last 90 days; at least 30 are needed"],
  ["negative_keywords", {}, "No search term was clicked in 7 days."],
  [
    "negative_keywords",
    { terms: [term("a", sums(1, 1))] },
    "that cost $100.00 or more in 90 days lacks conversions beyond luck"
  ],
  ["negative_keywords", { terms: [term("a", sums(1, 1))], evidence: sums(9, 9) }, "had 0 conversions"],
  ["tcpa", { window: sums(10, 50, 3) }, "3 conversions in 30 days, without the last 3; 15 are needed"],
  [
    "tcpa",
    { targetCpa: 50 },
    "The target CPA of $50.00 fits: 100 conversions for $5,000: the true CPA is between"
  ],
  ["exact_match", {}, "a CPA of at most $50.00"],
  ["exact_match", { evidence: sums(9, 9) }, "10 are needed to judge by"],
  ["tcpa", { type: "brand" }, "A brand campaign needs no target CPA"],
  ["tcpa", { takesTargetCpa: false }, "takes no target CPA on the campaign itself"],
  ["hipo", {}, "spent 82% of its budget in 7 days; only from 90%"],
  ["hipo", { budget: 100 }, "5 conversions in 30 days at a CPA of at most $40.00"],
  ["keyword_count", {}, "more than 15 enabled keywords"],
  ["optimized_keywords", {}, "can stay as they are"],
  ["new_keywords", {}, "2 conversions on different days of the last 90 at a CPA of at most $60.00"]
] as const)("%s %o", (detector, over, words) => expect(note(detector, over)).toContain(words))

it.each(detectors)("%s: is silent where conversions stopped, unless it ignores them", (detector) => {
  const stopped = view({
    conversionsStopped: "2026-11-02",
    terms: [term("cheap jobs", sums(400, 2000))],
    keywords: Array.from({ length: 20 }, (_, id) =>
      keyword(`boiler ${id}`, { id, last30: sums(100, 2000), evidence: sums(300, 6000) })
    )
  })
  const isSilent = !["keyword_count", "zero_impression"].includes(detector)
  if (isSilent) expect(detect(detector, stopped)).toMatchObject({ findings: [], operations: [] })
  expect(explainNoFindings(detector, stopped).includes("since 2026-11-02")).toBe(isSilent)
})

it.each(detectors)("%s: one or two sentences, for a campaign with and without days", (detector) => {
  for (const served of [[], [0]]) expect(note(detector, { served })).toMatch(/^[A-Z].*\.$/)
})
