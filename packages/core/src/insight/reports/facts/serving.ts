import { type CampaignServing, type LowQualityKeyword, lowQualityScore } from "../../../campaigns/index.ts"
import { amountOf, sumBy, totalBy } from "../../amounts.ts"
import { oneLine } from "../../markdown.ts"
import type { ReportSource } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import { daysOfPeriod } from "./header.ts"

/*
 * What keeps ads from being shown, as the platform judges it: impressions lost to the budget and to ad rank, low
 * quality scores, disapproved and weak ads. Only current values are known, so a report of a past period has none.
 */

/** The days of the shares of impressions. */
const servingDays = 7
/** Smaller shares of impressions are lost by every campaign. */
const minLost = 0.1
/** A campaign with a smaller share of the spend is not mentioned. */
const minShareOfSpend = 0.02
const maxKeywords = 5

/** The share of impressions that a campaign lost, such as "31%"; null if it is small or unknown. */
export const lostShare = (share: number | null | undefined, atLeast = minLost): string | null =>
  share == null || share < atLeast ? null : `${Math.round(share * 100)}%`

/** The share of impressions that a campaign lost to ad rank, with its days; null if it is small or unknown. */
export const lostToRank = (serving: CampaignServing | undefined) => {
  const share = lostShare(serving?.lost_to_rank)
  return share === null ? null : { share, days: servingDays }
}

/** Returns the current values by campaign; empty for a past period. */
export const servingBySlug = ({ past, serving }: ReportSource): ReadonlyMap<string, CampaignServing> =>
  new Map(past ? [] : serving.map((one) => [one.campaign, one]))

/** Returns the current values with each campaign's share of the period's spend, the largest first. */
export const servingBySpend = (source: ReportSource) => {
  const spend = sumBy(daysOfPeriod(source), ({ campaign }) => campaign)
  const total = totalBy([...spend.values()], ({ cost_micros }) => cost_micros)
  return [...servingBySlug(source).values()]
    .map((one) => ({ ...one, share_of_spend: (spend.get(one.campaign)?.cost_micros ?? 0) / (total || 1) }))
    .toSorted((a, b) => b.share_of_spend - a.share_of_spend)
}

export const lowQualityTotal = (keywords: ReadonlyArray<Pick<LowQualityKeyword, "cost_micros">>) => ({
  keywords: keywords.length,
  spend: amountOf(totalBy(keywords, ({ cost_micros }) => cost_micros))
})

/** The campaigns, keywords and ads of which the platform shows less than it could; the most expensive first. */
export const servingFacts = (source: ReportSource) => {
  const name = campaignNamer(source)
  const live = servingBySpend(source)
  const relevant = live.filter(({ share_of_spend }) => share_of_spend >= minShareOfSpend)
  const keywords = live.flatMap((one) =>
    one.keywords.map(({ cost_micros, score, text }) => ({
      campaign: name(one.campaign),
      keyword: oneLine(text, 80),
      score,
      spend: amountOf(cost_micros),
      cost_micros
    }))
  )
  return {
    days: servingDays,
    low_score: lowQualityScore,
    best_score: 10,
    cost_days: 30,
    lost: relevant.flatMap(({ campaign, lost_to_budget, lost_to_rank }) => {
      const [to_budget, to_rank] = [lostShare(lost_to_budget), lostShare(lost_to_rank)]
      return to_budget === null && to_rank === null ? [] : [{ campaign: name(campaign), to_budget, to_rank }]
    }),
    low_quality: lowQualityTotal(keywords),
    keywords: keywords
      .toSorted((a, b) => b.cost_micros - a.cost_micros)
      .slice(0, maxKeywords)
      .map(({ cost_micros: _, ...keyword }) => keyword),
    ads: live
      .filter(({ disapproved, limited, poor }) => disapproved + limited + poor > 0)
      .map(({ campaign, disapproved, limited, poor }) => ({
        campaign: name(campaign),
        disapproved,
        limited,
        poor
      }))
  }
}
export type ServingFacts = ReturnType<typeof servingFacts>
