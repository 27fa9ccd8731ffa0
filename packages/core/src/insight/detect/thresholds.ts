import type { Sums } from "../amounts.ts"
import type { CampaignView, KeywordView } from "./view.ts"

/*
 * Where the detectors draw their lines, in one place. At a conversion rate of eight percent, twenty clicks without a
 * conversion are luck one time in five: three expected conversions missed are luck one time in twenty.
 */

/** Younger keywords are left alone: nobody has seen enough of them. */
export const minKeywordAgeDays = 7
/** How many conversions should have come before their absence counts. */
export const minExpectedConversions = 3
/** Clicks that count for enough where nothing in the campaign has converted. */
export const minClicksWithoutRate = 50
/** Clicks of a search term that count for enough where there is no cost per conversion to compare with. */
export const minClicksWithoutReferenceCpa = 10
/** Clicks before a price for each is more than chance. */
export const minClicksForAverageCpc = 10
/** A keyword that cost so many conversions and brought none. */
export const wastedCpaMultiple = 2
export const noImpressionDays = 90
export const minAgeWithoutImpressions = 30
/** Excluding up to so many words would stop too much as a phrase. */
export const maxWordsForExactMatch = 2
/** Conversions of one search that speak for a keyword of its own. */
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

/** What a conversion may cost, in micros: the target, else what it cost in 30 days, else nobody can say. */
export const referenceCpa = ({ last30, targetCpa }: CampaignView): number | null => {
  if (targetCpa !== null) return targetCpa * microsPerUnit
  return last30.conversions > 0 ? last30.cost_micros / last30.conversions : null
}

/** How many clicks without a conversion are no longer luck in this campaign. */
export const minClicksToJudge = ({ last30 }: CampaignView): number =>
  last30.conversions > 0 && last30.clicks > 0
    ? Math.ceil((minExpectedConversions * last30.clicks) / last30.conversions)
    : minClicksWithoutRate

export const costPerConversion = ({ conversions, cost_micros }: Sums): number | null =>
  conversions > 0 ? cost_micros / conversions : null

export const isOldEnough = ({ ageDays }: KeywordView): boolean => ageDays >= minKeywordAgeDays
