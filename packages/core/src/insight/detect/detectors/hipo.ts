import type { KeywordFigures } from "../../../campaigns/index.ts"
import { chanceOfCount, type Interval } from "../../../statistics.ts"
import {
  amountOf,
  costPerConversion,
  microsPerUnit,
  roundConversions,
  roundTo,
  shareOf
} from "../../amounts.ts"
import { pluralize } from "../../markdown.ts"
import type { ProposedOperation } from "../../recommendations/rows.ts"
import { convertingLine, type DetectorDefinition, noFindings } from "../definition.ts"
import { describeRate, rateInterval } from "../intervals.ts"
import {
  type CampaignView,
  confidence,
  enabledKeywords,
  hipoCutoffs,
  noReference,
  normalizeWords,
  referenceCpa,
  referenceCpaText
} from "../view.ts"

/** Returns the share of its budget that the campaign spent in the last seven days. */
const budgetUsed = ({ budget, last7 }: CampaignView): number =>
  budget > 0 ? last7.cost_micros / (budget * 7 * microsPerUnit) : 0

interface Strong {
  readonly one: KeywordFigures
  readonly cpa: number
  readonly rate: Interval
}

/** Returns the keywords, in their order, that together convert no more often than this. */
const withinShare = (strong: ReadonlyArray<Strong>, conversions: number): ReadonlyArray<Strong> => {
  let left = conversions
  return strong.filter(({ one }) => {
    const fits = one.last30.conversions <= left
    if (fits) left -= one.last30.conversions
    return fits
  })
}

/**
 * Finds high-potential keywords: they convert cheaply in a campaign whose budget runs out, so they deserve
 * their own campaign.
 */
export const hipo: DetectorDefinition<"hipo"> = {
  strength: 5,
  needsServedDays: true,
  reads: ["keywords"],
  stops: null,
  findingDays: 30,
  detect: (view) => {
    const reference = referenceCpa(view)
    const used = budgetUsed(view)
    if (reference === null || used < hipoCutoffs.minBudgetSpent) return noFindings
    const keywords = enabledKeywords(view)
    const campaign = rateInterval(view.evidence, confidence)
    // The more keywords are judged, the more of them are good by luck.
    const judged = keywords.filter(({ evidence }) => evidence.conversions > 0).length
    const own = 1 - (1 - confidence) / Math.max(1, judged)
    const strong = withinShare(
      keywords
        .flatMap((one) => {
          const cpa = costPerConversion(one.last30)
          const isCheap = cpa !== null && cpa <= hipoCutoffs.maxCpas * reference
          if (!isCheap || one.last30.conversions < hipoCutoffs.minConversions) return []
          const rate = rateInterval(one.evidence, own)
          return rate.low > campaign.high ? [{ one, cpa, rate }] : []
        })
        .toSorted((a, b) => b.one.last30.conversions - a.one.last30.conversions || a.cpa - b.cpa),
      hipoCutoffs.maxMoved * view.last30.conversions
    )
    // The same text in several ads or match types is one keyword of the new campaign.
    const distinct = new Map(strong.map(({ one }) => [`${one.match} ${normalizeWords(one.text)}`, one]))
    const operation: ProposedOperation = {
      op: "create_draft",
      type: "hipo",
      keywords: [...distinct.values()].map(({ match, text }) => ({ text, match }))
    }
    return {
      findings: strong.map(({ cpa, one, rate }) => ({
        fields: {
          text: one.text,
          conversions_30d: roundConversions(one.last30.conversions),
          cpa: amountOf(cpa),
          conversion_share: shareOf(
            one.last30.conversions,
            Math.max(view.last30.conversions, one.last30.conversions)
          ),
          budget_utilisation: shareOf(used, 1),
          reason: `${pluralize(roundTo(one.evidence.conversions, 1), "conversion")} of ${pluralize(one.evidence.clicks, "click")}: the true rate is at least ${describeRate(rate.low)}; the campaign's is at most ${describeRate(campaign.high)}.`
        },
        operation
      })),
      evidence: {
        measure: "rate",
        reference: campaign.high,
        of: "campaign",
        confidence: own,
        items: strong.map(({ one: { evidence, text } }) => ({
          ...evidence,
          text,
          chance: Math.min(1, judged * chanceOfCount(evidence.conversions, evidence.clicks * campaign.high))
        }))
      },
      summary: `Give ${pluralize(distinct.size, "keyword")} with high potential a campaign of ${distinct.size === 1 ? "its" : "their"} own`
    }
  },
  explainNoFindings: (view) => {
    if (referenceCpa(view) === null) return noReference(view)
    const used = budgetUsed(view)
    return used < hipoCutoffs.minBudgetSpent
      ? `The campaign spent ${Math.round(used * 100)}% of its budget in 7 days; only from ${hipoCutoffs.minBudgetSpent * 100}% on does the budget hold keywords back.`
      : `No enabled keyword had ${hipoCutoffs.minConversions} conversions in 30 days at a CPA of at most ${referenceCpaText(view, hipoCutoffs.maxCpas)}, and a rate above the campaign's beyond luck with at most ${hipoCutoffs.maxMoved * 100}% of its conversions.`
  },
  step: {
    goal: "grow",
    rank: 1,
    title: (n) => `Give strong keywords ${n === 1 ? "a campaign" : "campaigns"} of their own`,
    why: "They convert cheaply, and the budget that they share runs out.",
    line: convertingLine("text", "conversions_30d", "cpa"),
    effect: "a budget that only they spend, so that they still show when the others have used up theirs",
    alternativeToBudget: true
  }
}
