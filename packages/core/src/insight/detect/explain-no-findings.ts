import type { Detector, DetectorOptions } from "../../contract/index.ts"
import { amountOf } from "../amounts.ts"
import { pluralize } from "../markdown/text.ts"
import {
  costPerConversion,
  highPotential,
  minAgeWithoutImpressions,
  minClicksForAverageCpc,
  minClicksToJudge,
  minClicksWithoutReferenceCpa,
  minProvenConversions,
  noImpressionDays,
  referenceCpa,
  targetCpaThresholds,
  wastedCpaMultiple
} from "./thresholds.ts"
import { type CampaignView, servedWithin } from "./view.ts"

/* Explains an empty result, so the reader knows whether all is well or the data is insufficient. */

type Explanation<D extends Detector> = (view: CampaignView, options: DetectorOptions<D>) => string

const price = (view: CampaignView, share = 1): string => {
  const reference = referenceCpa(view)
  return reference === null ? "the reference CPA" : String(amountOf(share * reference))
}
const noReferenceCpa =
  "Nothing converted in 30 days and no target CPA is set, so there is no CPA to compare with."

const explanations: { readonly [D in Detector]: Explanation<D> } = {
  high_cpc: ({ last30 }, { threshold }) =>
    last30.clicks === 0
      ? "The campaign had no clicks in 30 days."
      : `No enabled keyword with at least ${minClicksForAverageCpc} clicks in 30 days costs ${threshold} times the average CPC of ${amountOf(last30.cost_micros / last30.clicks)}.`,
  no_conversion_keywords: (view) =>
    `No enabled keyword without conversions cost ${price(view, wastedCpaMultiple)} or had ${minClicksToJudge(view)} clicks in 30 days.`,
  zero_impression: (view) => {
    const days = servedWithin(view, noImpressionDays)
    return days < minAgeWithoutImpressions
      ? `The campaign served on ${days} of the last ${noImpressionDays} days; at least ${minAgeWithoutImpressions} are needed to judge a keyword.`
      : `Every keyword at least ${minAgeWithoutImpressions} days old was shown in the last ${noImpressionDays} days.`
  },
  negative_keywords: (view, { days }) => {
    if (view.terms.every(({ window }) => window.clicks === 0)) {
      return `No search term was clicked in ${pluralize(days, "day")}.`
    }
    const thresholdText =
      referenceCpa(view) === null
        ? `had ${minClicksWithoutReferenceCpa} clicks`
        : `cost ${price(view)} or had ${minClicksToJudge(view)} clicks`
    return `No search term ${thresholdText} without converting in ${pluralize(days, "day")}. Keywords, excluded terms and the brand do not count.`
  },
  tcpa: ({ targetCpa, window }, { period_days }) => {
    const actual = costPerConversion(window)
    return actual === null || window.conversions < targetCpaThresholds.conversions
      ? `The campaign had ${pluralize(window.conversions, "conversion")} in ${pluralize(period_days, "day")}; ${targetCpaThresholds.conversions} are needed.`
      : `The target CPA of ${targetCpa} fits the actual CPA of ${amountOf(actual)}.`
  },
  exact_match: (view) =>
    referenceCpa(view) === null
      ? noReferenceCpa
      : `No broad or phrase keyword without an exact twin has a search term of the same words with ${minProvenConversions} conversions in 30 days at a CPA of at most ${price(view)}.`,
  hipo: (view) => {
    if (referenceCpa(view) === null) return noReferenceCpa
    const used = view.budget > 0 ? view.last7.cost_micros / (view.budget * 7_000_000) : 0
    return used < highPotential.spent
      ? `The campaign spent ${Math.round(used * 100)}% of its budget in 7 days; only from ${highPotential.spent * 100}% on does the budget hold keywords back.`
      : `No enabled keyword had ${highPotential.conversions} conversions in 30 days at a CPA of at most ${price(view, highPotential.share)}.`
  },
  keyword_count: (_view, { threshold }) => `No ad has more than ${pluralize(threshold, "enabled keyword")}.`,
  optimized_keywords: () =>
    "The campaign has no enabled keyword and no search term that converted in 30 days.",
  new_keywords: (view) =>
    `No search term outside its keywords had ${minProvenConversions} conversions in 90 days, or one in 30 days at a CPA of at most ${price(view)}.`
}

/** Returns one sentence. A detector of an ad's keywords needs no days with data; all others do. */
export const explainNoFindings = <D extends Detector>(
  detector: D,
  view: CampaignView,
  options: DetectorOptions<D>
): string => {
  const reason: Explanation<D> = explanations[detector]
  return detector !== "keyword_count" && servedWithin(view, 90) === 0
    ? "The campaign has not served in the last 90 days, so there is nothing to judge it by."
    : reason(view, options)
}
