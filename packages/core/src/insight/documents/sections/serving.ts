import { type CampaignServing, type LowQualityKeyword, lowQualityScore } from "../../../campaigns/index.ts"
import { amountOf, sumBy, totalBy } from "../../amounts.ts"
import {
  bulletList,
  formatNumber,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  oneLine,
  pluralize,
  strong,
  table
} from "../../markdown.ts"
import type { Section } from "../document.ts"
import { campaignNamer, daysOfPeriod } from "../figures.ts"
import type { Source } from "../source.ts"
import { amount, figure, quoted } from "../tables.ts"

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
export const servingBySlug = ({ past, serving }: Source): ReadonlyMap<string, CampaignServing> =>
  new Map(past ? [] : serving.map((one) => [one.campaign, one]))

/** Returns the current values with each campaign's share of the period's spend, the largest first. */
export const servingBySpend = (source: Source) => {
  const spend = sumBy(daysOfPeriod(source), ({ campaign }) => campaign)
  const total = totalBy([...spend.values()], ({ cost_micros }) => cost_micros)
  const brands = new Set(source.campaigns.flatMap(({ slug, type }) => (type === "brand" ? [slug] : [])))
  return [...servingBySlug(source).values()]
    .map((one) => ({
      ...one,
      is_brand: brands.has(one.campaign),
      share_of_spend: (spend.get(one.campaign)?.cost_micros ?? 0) / (total || 1)
    }))
    .toSorted((a, b) => b.share_of_spend - a.share_of_spend)
}

export const lowQualityTotal = (keywords: ReadonlyArray<Pick<LowQualityKeyword, "cost_micros">>) => ({
  keywords: keywords.length,
  spend: amountOf(totalBy(keywords, ({ cost_micros }) => cost_micros))
})

/** The campaigns, keywords and ads of which the platform shows less than it could; the most expensive first. */
export const servingFacts = (source: Source) => {
  const name = campaignNamer(source.campaigns)
  const live = servingBySpend(source)
  // A brand campaign costs little, and what it loses goes to those who advertise with the name.
  const relevant = live.filter(
    ({ is_brand, share_of_spend }) => is_brand || share_of_spend >= minShareOfSpend
  )
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
type ServingFacts = ReturnType<typeof servingFacts>

/** For example "**Boilers** lost 31% of its impressions to its budget and 12% to ad rank." */
const lostSentence = ({ campaign, to_budget, to_rank }: ServingFacts["lost"][number], n: number): string => {
  const parts = [
    ...(to_budget === null ? [] : [{ share: to_budget, to: "to its budget" }]),
    ...(to_rank === null ? [] : [{ share: to_rank, to: "to ad rank" }])
  ].map(({ share, to }, part) => `${share}${part === 0 ? " of its impressions" : ""} ${to}`)
  return `${strong(campaign)} lost ${joinWithAnd(parts)}${n === 0 ? " in the last seven days with figures" : ""}.`
}

const describeQuality = (
  { low_quality: { keywords, spend }, low_score }: ServingFacts,
  money: MoneyFormat
) =>
  keywords === 0
    ? null
    : `${pluralize(keywords, "keyword")} with a quality score of ${low_score} or lower cost ${money(spend)} in 30 days: the ad or its landing page fits the search badly. Name the search in the headlines, and lead to a page about it.`

const describeAds = ({ campaign, disapproved, limited, poor }: ServingFacts["ads"][number]): string => {
  const counted = (count: number, what: string) => (count === 0 ? [] : [`${pluralize(count, "ad")} ${what}`])
  return `${strong(campaign)}: ${joinWithAnd([
    ...counted(disapproved, `${disapproved === 1 ? "is" : "are"} disapproved and not shown`),
    ...counted(limited, `${limited === 1 ? "is" : "are"} approved with limits`),
    ...counted(poor, `${poor === 1 ? "has" : "have"} poor ad strength`)
  ])}.`
}

const maxCampaigns = 5

/** What keeps ads from being shown, with what to correct; nothing if the platform reports nothing. */
export const servingSection = (
  { serving: facts }: { readonly serving: ServingFacts },
  money: MoneyFormat
): Section | null => {
  const { ads, keywords, lost } = facts
  if (lost.length + keywords.length + ads.length === 0) return null
  return {
    heading: "What limits the ads",
    about: "impressions lost to budgets and ad rank, low quality scores, disapproved and weak ads",
    prose: joinSentences(
      ...lost.slice(0, maxCampaigns).map(lostSentence),
      describeQuality(facts, money),
      ads.some(({ disapproved }) => disapproved > 0)
        ? "Correct disapproved ads first: the ad platform states the reason of each."
        : null,
      ads.some(({ poor }) => poor > 0)
        ? "Poor ad strength: add more headlines and descriptions that differ from each other and name what the keywords search for."
        : null
    ),
    facts,
    body: joinBlocks(
      ads.length === 0 ? null : bulletList(ads.slice(0, maxCampaigns).map(describeAds)),
      ads.length > maxCampaigns ? `And ${formatNumber(ads.length - maxCampaigns)} more campaigns.` : null,
      table<ServingFacts["keywords"][number]>(
        [
          quoted("Keyword", ({ keyword }) => keyword),
          quoted("Campaign", ({ campaign }) => campaign),
          figure("Quality score", ({ score }) => `${score} of 10`),
          amount("Cost in 30 days", money, ({ spend }) => spend)
        ],
        keywords
      )
    )
  }
}
