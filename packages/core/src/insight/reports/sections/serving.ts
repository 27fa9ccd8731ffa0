import type { Section } from "../../document/document.ts"
import { amount, figure, quoted } from "../../document/tables.ts"
import {
  bulletList,
  formatNumber,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  pluralize,
  strong,
  table
} from "../../markdown.ts"
import type { ServingFacts } from "../facts/serving.ts"

/** For example "31% to its budget and 12% to ad rank". */
const describeLost = ({ to_budget, to_rank }: Omit<ServingFacts["lost"][number], "campaign">): string =>
  joinWithAnd([
    ...(to_budget === null ? [] : [`${to_budget} to its budget`]),
    ...(to_rank === null ? [] : [`${to_rank} to ad rank`])
  ])

const lostSentence = ({ campaign, ...lost }: ServingFacts["lost"][number], n: number): string => {
  const [first, ...rest] = describeLost(lost).split(" ")
  return `${strong(campaign)} lost ${[first, "of its impressions", ...rest].join(" ")}${n === 0 ? " in the last seven days with figures" : ""}.`
}

const describeQuality = (
  { low_quality: { keywords, spend }, low_score }: ServingFacts,
  money: MoneyFormat
) =>
  keywords === 0
    ? null
    : `${pluralize(keywords, "keyword")} with a quality score of ${low_score} or lower cost ${money(spend)} in 30 days: the ad or its landing page fits the search badly.`

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
export const servingSection = (facts: ServingFacts, money: MoneyFormat): ReadonlyArray<Section> => {
  const { ads, keywords, lost } = facts
  if (lost.length + keywords.length + ads.length === 0) return []
  return [
    {
      heading: "What limits the ads",
      about: "impressions lost to budgets and ad rank, low quality scores, disapproved and weak ads",
      prose: joinSentences(
        ...lost.slice(0, maxCampaigns).map(lostSentence),
        describeQuality(facts, money),
        ads.some(({ disapproved }) => disapproved > 0)
          ? "Correct disapproved ads first: the ad platform states the reason of each."
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
  ]
}
