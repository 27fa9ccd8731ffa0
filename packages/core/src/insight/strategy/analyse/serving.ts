import { sumBy, totalBy } from "../../amounts.ts"
import { daysOfPeriod } from "../../reports/facts/header.ts"
import { lostShare, lowQualityTotal, servingBySlug } from "../../reports/facts/serving.ts"
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
  const spend = sumBy(daysOfPeriod(source), ({ campaign }) => campaign)
  const total = totalBy([...spend.values()], ({ cost_micros }) => cost_micros)
  const spent = (slug: string) => spend.get(slug)?.cost_micros ?? 0
  const live = [...servingBySlug(source).values()].toSorted((a, b) => spent(b.campaign) - spent(a.campaign))
  const disapproved = live.filter((one) => one.disapproved > 0)
  const outranked = live.flatMap(({ campaign, keywords, lost_to_rank, poor }) => {
    const lost = lostShare(lost_to_rank, minLostToRank)
    const isRelevant = spent(campaign) > 0 && spent(campaign) >= total * minShareOfSpend
    return lost === null || !isRelevant
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
