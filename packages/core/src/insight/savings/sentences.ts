import { detectors } from "../../contract/index.ts"
import { definitions } from "../detect/detectors/index.ts"
import { joinSentences, pluralize } from "../markdown.ts"
import type { RecommendationType } from "../recommendations/labels.ts"
import { estimateDays } from "./estimate.ts"

/* The wording of savings, for pages, reports, strategies and responses alike. */

/** Why a sum of savings is a lower bound. */
export const lowerBoundReason =
  "A search term and the keyword that showed it are the same cost, so only the larger of their sums counts."

const definitionOf = (type: RecommendationType) => {
  const detector = detectors.find((one) => one === type)
  return detector === undefined ? undefined : definitions[detector]
}

/** The days of the figures in the findings of a recommendation, if they all have the same. */
export const findingDays = (type: RecommendationType): number | undefined =>
  type === "brand_leak" ? estimateDays : definitionOf(type)?.findingDays

/** How the saving of a kind of recommendation counts conversions of what it stops. */
const countsConversions = (type: RecommendationType): string =>
  type === "brand_leak"
    ? "The brand campaign can win them for less; what it then pays is not subtracted."
    : (definitionOf(type)?.countsConversions ?? "They would be lost.")

/** States what the cost that a saving stops has bought; null if that is not known. */
export const describeBought = (
  conversions: number | null,
  type: RecommendationType | null
): string | null => {
  if (conversions === null) return null
  if (conversions === 0) return "It is cost that bought no conversion."
  return joinSentences(
    `What is stopped also brought ${pluralize(conversions, "conversion")} in these days.`,
    type === null ? "Each recommendation says how they count." : countsConversions(type)
  )
}

/** What a saving means: of one kind of recommendation, or of several (null) together. */
export const savingMeaning = (conversions: number | null, type: RecommendationType | null = null): string =>
  joinSentences(
    describeBought(conversions, type),
    "It is no refund: a campaign that is limited by its budget spends it elsewhere."
  )

/** States the combined saving of this many recommendations. */
export const describeSaving = (count: number, amount: string, atLeast: boolean): string =>
  count === 1
    ? `It would have saved an estimated ${amount} in 30 days.`
    : joinSentences(
        `Together they would have saved ${atLeast ? "at least " : ""}an estimated ${amount} in 30 days; each keyword and search term counts once.`,
        atLeast ? lowerBoundReason : null
      )
