import { counted } from "../../markdown/text.ts"
import { finding, noSaving, type Rule } from "../detection.ts"

/** Ads with so many keywords that one text cannot fit them all. Splitting an ad is a person's work: nothing to apply. */
export const keywordCount: Rule<"keyword_count"> = (view, { threshold }) => {
  const enabled = view.keywords.filter(({ state }) => state === "enabled")
  const crowded = view.ads
    .map(({ id, name }) => ({ id, name, count: enabled.filter(({ ad }) => ad === id).length }))
    .filter(({ count }) => count > threshold)
    .toSorted((a, b) => b.count - a.count || a.id - b.id)
  return {
    findings: crowded.map(({ count, id, name }) =>
      finding({ ad_id: id, ad_name: name, count, threshold, excess: count - threshold }, false)
    ),
    operations: [],
    ...noSaving,
    summary: `${counted(crowded.length, "ad")} with more than ${counted(threshold, "keyword")}`
  }
}
