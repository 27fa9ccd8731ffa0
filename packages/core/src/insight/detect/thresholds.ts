import type { Sums } from "../amounts.ts"
import type { CampaignView, KeywordView } from "./view.ts"

/*
 * The thresholds of all detectors. At a conversion rate of eight percent, twenty clicks without a conversion
 * are chance one time in five. Three expected conversions missed are chance one time in twenty.
 */

/** Younger keywords are skipped: there is not enough data. */
export const minKeywordAgeDays = 7
/** Expected conversions before their absence counts. */
export const minExpectedConversions = 3
/** Clicks that suffice if nothing in the campaign has converted. */
export const minClicksWithoutRate = 50
/** Clicks of a search term that suffice without a reference cost per conversion. */
export const minClicksWithoutReferenceCpa = 10
/** Clicks before an average cost per click is more than chance. */
export const minClicksForAverageCpc = 10
/** A keyword that cost this many conversions and brought none. */
export const wastedCpaMultiple = 2
export const noImpressionDays = 90
export const minAgeWithoutImpressions = 30
/** Terms with at most this many words would block too much as a phrase. */
export const maxWordsForExactMatch = 2
/** Conversions of one search that justify its own keyword. */
export const minProvenConversions = 2
export const highPotential = { conversions: 5, share: 0.8, spent: 0.9 } as const
export const targetCpaThresholds = {
  conversions: 15,
  better: 0.85,
  worse: 1.2,
  spent: 0.8,
  above: 1.1,
  lowest: 0.8,
  highest: 1.2
} as const

const microsPerUnit = 1_000_000

/** Returns the acceptable cost per conversion, in micros: the target, else the 30-day average, else null. */
export const referenceCpa = ({ last30, targetCpa }: CampaignView): number | null => {
  if (targetCpa !== null) return targetCpa * microsPerUnit
  return last30.conversions > 0 ? last30.cost_micros / last30.conversions : null
}

/** Returns the number of clicks without a conversion that is no longer chance in this campaign. */
export const minClicksToJudge = ({ last30 }: CampaignView): number =>
  last30.conversions > 0 && last30.clicks > 0
    ? Math.ceil((minExpectedConversions * last30.clicks) / last30.conversions)
    : minClicksWithoutRate

export const costPerConversion = ({ conversions, cost_micros }: Sums): number | null =>
  conversions > 0 ? cost_micros / conversions : null

export const isOldEnough = ({ ageDays }: KeywordView): boolean => ageDays >= minKeywordAgeDays
