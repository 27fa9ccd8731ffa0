import { formatNumber, pluralize } from "../../markdown.ts"
import { type DetectorDefinition, listExamples, numberField, quotedField } from "../definition.ts"
import { enabledKeywords } from "../view.ts"

/**
 * Finds ads with too many keywords for one text. Splitting an ad is manual work, so there is nothing to
 * apply.
 */
export const keywordCount: DetectorDefinition<"keyword_count"> = {
  strength: 10,
  needsServedDays: false,
  ignoresConversions: true,
  reads: ["ads", "keywordTexts"],
  stops: null,
  detect: (view, { threshold }) => {
    const enabled = enabledKeywords(view)
    const oversizedAds = view.ads
      .map(({ id, name }) => ({ id, name, count: enabled.filter(({ ad }) => ad === id).length }))
      .filter(({ count }) => count > threshold)
      .toSorted((a, b) => b.count - a.count || a.id - b.id)
    return {
      findings: oversizedAds.map(({ count, id, name }) => ({
        fields: {
          ad_id: id,
          ad_name: name,
          count,
          threshold,
          excess: count - threshold,
          reason: `One text is shown for ${pluralize(count, "enabled keyword")}; ${formatNumber(threshold)} are plenty.`
        },
        operation: null
      })),
      summary: `${pluralize(oversizedAds.length, "ad")} with more than ${pluralize(threshold, "keyword")}`
    }
  },
  explainNoFindings: (_view, { threshold }) =>
    `No ad has more than ${pluralize(threshold, "enabled keyword")}.`,
  step: {
    goal: "tidy",
    rank: 2,
    title: (n) => `Split ${pluralize(n, "crowded ad")}`,
    why: "One text cannot fit so many searches.",
    line: (result) =>
      listExamples(
        result,
        (fields) =>
          `${quotedField(fields, "ad_name")} has ${pluralize(numberField(fields, "count"), "keyword")}, ${formatNumber(numberField(fields, "threshold"))} are plenty`
      ),
    effect: "ads that say what was searched",
    instead: "add another ad"
  }
}
