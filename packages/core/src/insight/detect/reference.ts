import type { CampaignFigures } from "../../campaigns/index.ts"
import { amountOf, costPerConversion, microsPerUnit, type Traffic } from "../amounts.ts"
import { moneyFormatter } from "../markdown/format.ts"
import { pluralize } from "../markdown/text.ts"
import { evidence } from "./thresholds.ts"
import type { CampaignView } from "./view.ts"

/* What a campaign's conversions cost and how often its clicks convert, for everything judged against them. */

/** The reference of a campaign, over its days of evidence. */
export interface Reference extends Pick<Traffic, "clicks" | "conversions"> {
  /** The acceptable cost per conversion, in micros: the target, else the actual one. */
  readonly cpa: number
}

type ReferenceFigures = Pick<CampaignFigures, "targetCpa" | "evidence">

const conversionsNeeded = ({ targetCpa }: ReferenceFigures): number =>
  targetCpa === null ? evidence.minConversions : evidence.minConversionsWithTarget

/** Returns the campaign's reference; null if too little converted to have one. */
export const referenceOf = (view: ReferenceFigures): Reference | null => {
  const { clicks, conversions } = view.evidence
  if (conversions < conversionsNeeded(view)) return null
  const cpa = view.targetCpa === null ? costPerConversion(view.evidence) : view.targetCpa * microsPerUnit
  return cpa === null || cpa <= 0 ? null : { cpa, clicks, conversions }
}

/** Returns the reference CPA in micros, or null. */
export const referenceCpa = (view: ReferenceFigures): number | null => referenceOf(view)?.cpa ?? null

/** Returns the reference CPA, or a share of it, for a sentence. */
export const referenceCpaText = (
  view: ReferenceFigures & Pick<CampaignView, "currency">,
  share = 1
): string => {
  const reference = referenceOf(view)
  return reference === null
    ? "the reference CPA"
    : moneyFormatter(view.currency)(amountOf(share * reference.cpa))
}

/** Explains in one sentence why a campaign has no reference. */
export const noReference = (view: ReferenceFigures): string =>
  `The campaign had ${pluralize(Math.floor(view.evidence.conversions), "conversion")} in its ${evidence.days} days of evidence, without the last ${evidence.lagDays}; ${conversionsNeeded(view)} are needed to judge by.`

/**
 * Returns the one-sided 80 percent lower bound of a conversion rate (Wilson's interval). Small counts give a
 * low bound, so a young campaign expects little of its terms.
 */
export const lowerRate = (conversions: number, clicks: number): number => {
  if (clicks <= 0) return 0
  const z = evidence.boundQuantile
  const rate = Math.min(1, conversions / clicks)
  const spread = Math.sqrt((rate * (1 - rate)) / clicks + (z / (2 * clicks)) ** 2)
  return Math.max(0, (rate + z ** 2 / (2 * clicks) - z * spread) / (1 + z ** 2 / clicks))
}
