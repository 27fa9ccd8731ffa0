import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, noSaving } from "../detection.ts"

/**
 * Finds ads with too many keywords for one text. Splitting an ad is manual work, so there is nothing to
 * apply.
 */
export const keywordCount: DetectorRule<"keyword_count"> = (view, { threshold }) => {
  const enabled = view.keywords.filter(({ state }) => state === "enabled")
  const oversizedAds = view.ads
    .map(({ id, name }) => ({ id, name, count: enabled.filter(({ ad }) => ad === id).length }))
    .filter(({ count }) => count > threshold)
    .toSorted((a, b) => b.count - a.count || a.id - b.id)
  return {
    findings: oversizedAds.map(({ count, id, name }) =>
      makeFinding({ ad_id: id, ad_name: name, count, threshold, excess: count - threshold }, false)
    ),
    operations: [],
    ...noSaving,
    summary: `${pluralize(oversizedAds.length, "ad")} with more than ${pluralize(threshold, "keyword")}`
  }
}
