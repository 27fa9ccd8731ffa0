import { totalBy } from "../../amounts.ts"
import { lostShare, lowQualityTotal, servingBySpend } from "../../reports/facts/serving.ts"
import type { StrategyFacts } from "../facts.ts"
import type { RankedStep } from "./steps.ts"

/** Work on ads and landing pages is proposed from this share of impressions on, for campaigns that cost something. */
const minLostToRank = 0.2
const minShareOfSpend = 0.05

/**
 * Returns the steps for ads that the platform does not show, or shows less because of their rank. A budget cannot
 * correct either.
 */
export const servingSteps = ({ source }: StrategyFacts): ReadonlyArray<RankedStep> => {
  const live = servingBySpend(source)
  const disapproved = live.filter((one) => one.disapproved > 0)
  const outranked = live.flatMap(({ campaign, keywords, lost_to_rank, poor, share_of_spend }) => {
    const lost = lostShare(lost_to_rank, minLostToRank)
    return lost === null || share_of_spend < minShareOfSpend
      ? []
      : [{ campaign, lost, poor, lowQuality: lowQualityTotal(keywords) }]
  })
  return [
    ...(disapproved.length === 0
      ? []
      : [
          {
            kind: "disapproved" as const,
            goal: "grow" as const,
            rank: -1,
            saving: null,
            ads: totalBy(disapproved, (one) => one.disapproved),
            items: disapproved.map((one) => ({ campaign: one.campaign, ads: one.disapproved }))
          }
        ]),
    ...(outranked.length === 0
      ? []
      : [{ kind: "rank" as const, goal: "grow" as const, rank: 5, saving: null, items: outranked }])
  ]
}
