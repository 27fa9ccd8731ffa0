import type { KeywordFigures } from "../../campaigns/index.ts"
import { amountOf, costPerConversion, microsPerUnit } from "../amounts.ts"
import type { CampaignView } from "./view.ts"

/*
 * The thresholds that several detectors share; those of one detector are in its definition. At a conversion
 * rate of eight percent, twenty clicks without a conversion are chance one time in five. Three expected
 * conversions missed are chance one time in twenty.
 */

/** Younger keywords are skipped: there is not enough data. */
export const minKeywordAgeDays = 7
/** Expected conversions before their absence counts. */
export const minExpectedConversions = 3
/** Clicks that suffice if nothing in the campaign has converted. */
export const minClicksWithoutRate = 50
/** Conversions of one search that justify its own keyword. */
export const minProvenConversions = 2

/** Returns the acceptable cost per conversion, in micros: the target, else the 30-day average, else null. */
export const referenceCpa = ({ last30, targetCpa }: CampaignView): number | null => {
  if (targetCpa !== null) return targetCpa * microsPerUnit
  return costPerConversion(last30)
}

/** Returns the reference CPA, or a share of it, for a sentence. */
export const referenceCpaText = (view: CampaignView, share = 1): string => {
  const reference = referenceCpa(view)
  return reference === null ? "the reference CPA" : String(amountOf(share * reference))
}
export const noReferenceCpa =
  "Nothing converted in 30 days and no target CPA is set, so there is no CPA to compare with."

/** Returns the number of clicks without a conversion that is no longer chance in this campaign. */
export const minClicksToJudge = ({ last30 }: CampaignView): number =>
  last30.conversions > 0 && last30.clicks > 0
    ? Math.ceil((minExpectedConversions * last30.clicks) / last30.conversions)
    : minClicksWithoutRate

export const isOldEnough = ({ ageDays }: KeywordFigures): boolean => ageDays >= minKeywordAgeDays

/** Returns the enabled keywords that are old enough to be judged. */
export const judgedKeywords = ({ keywords }: CampaignView): ReadonlyArray<KeywordFigures> =>
  keywords.filter((one) => one.state === "enabled" && isOldEnough(one))
