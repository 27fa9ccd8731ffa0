import {
  type CampaignExclusion,
  type CampaignFigures,
  type ConvertingTerm,
  type KeywordFigures,
  type TermFigures,
  wordsOf
} from "../../campaigns/index.ts"
import type { matchTypes } from "../../contract/index.ts"
import { amountOf, costPerConversion, microsPerUnit } from "../amounts.ts"
import { moneyFormatter, pluralize } from "../markdown.ts"

export type MatchType = (typeof matchTypes)[number]

/**
 * The data of the detectors, read in one snapshot. Parts that a detector does not read are empty. Days count
 * back from the organization's latest day with data, so a late sync does not look like inactivity.
 */
export interface CampaignView
  extends Omit<CampaignFigures, "id" | "channel" | "running" | "bidding" | "locations"> {
  readonly windowDays: number
  /** Whether its bidding takes a target CPA on the campaign itself. */
  readonly takesTargetCpa: boolean
  /** The currency of its amounts, such as `USD`. */
  readonly currency: string
  /** The smallest amount of the currency. */
  readonly currencyUnit: number
  readonly ads: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly keywords: ReadonlyArray<KeywordFigures>
  /** The searches with clicks in 90 days. */
  readonly terms: ReadonlyArray<TermFigures>
  /** The searches with conversions in 90 days. */
  readonly converting: ReadonlyArray<ConvertingTerm>
  readonly negatives: ReadonlyArray<CampaignExclusion>
  /** The converting searches that are keywords of any campaign of the account. */
  readonly accountKeywords: ReadonlyArray<string>
  /**
   * The business's names and the keywords of its brand campaigns: never waste, and not for other campaigns.
   */
  readonly brand: ReadonlyArray<string>
  /** Products and served places, whose words are never excluded. */
  readonly ownTexts: ReadonlyArray<string>
}

/**
 * The parts of a view beside the campaign itself. "keywordTexts" are keywords whose figures are zero. "year" extends
 * keywords and service to the year before.
 */
export type ViewPart =
  | "ads"
  | "keywords"
  | "keywordTexts"
  | "year"
  | "terms"
  | "converting"
  | "negatives"
  | "accountKeywords"
  | "brand"
  | "ownTexts"

/** Normalises a text: equal results are the same to the platform. */
export const normalizeWords = (text: string): string => wordsOf(text).join(" ")

export const enabledKeywords = ({ keywords }: CampaignView): ReadonlyArray<KeywordFigures> =>
  keywords.filter(({ state }) => state === "enabled")

/** Returns on how many of the days from `from` to before `to` the campaign served: only those are evidence. */
export const servedBetween = ({ served }: CampaignView, from: number, to: number): number =>
  served.filter((ago) => ago >= from && ago < to).length

/** Returns on how many of the last days the campaign served. */
export const servedWithin = (view: CampaignView, days: number): number => servedBetween(view, 0, days)

/*
 * Every cut-off of the detectors and of the engine's own recommendations. A finding needs evidence: a healthy
 * term that cost as much as one conversion has none by luck 37 percent of the time.
 */

/** Judging by absence: what is expected to convert, and did not. */
export const evidence = {
  /** Days up to the latest with data, whatever window is shown. */
  days: 90,
  /** Conversions of the campaign that make a reference, without and with a target CPA. */
  minConversions: 10,
  minConversionsWithTarget: 5,
  /** The normal quantile of the one-sided 80 percent lower bound of the conversion rate. */
  boundQuantile: 0.841_621_233_572_914,
  /** Cost, in reference CPAs, from which a term, keyword or word is judged. */
  minCpas: 2,
  /** The share of false findings that is accepted (Benjamini-Hochberg). */
  falseFindings: 0.1,
  /** Searches that share a word before the word is judged. */
  minSharingTerms: 3
} as const

/** Intervals leave out the truth with this: at most 5 percent on either side. */
export const confidence = 0.9

/** A search belongs to AI Max if this share of its cost came through it. */
export const aiMaxShare = 0.5

/** The interval that shows that AI Max costs more than it brings: as sure as that of a target CPA, because rules run daily. */
export const aiMaxConfidence = 0.995

export const highCpcCutoffs = {
  minClicks: 10,
  /** With enough conversions, a keyword is paused if its true CPA is above this multiple of the reference CPA. */
  pauseCpas: 1.5,
  minConversions: 3
} as const

export const zeroImpressionCutoffs = {
  days: 90,
  /** Days since the keyword was added, and days of service without an impression. */
  minDays: 30,
  /** Days to the same weekdays of the year before. */
  yearDays: 364
} as const

/** Search terms with at most this many words are excluded as exact: a phrase would block too much. */
export const maxWordsForExactMatch = 2

export const tcpaCutoffs = {
  minConversions: 15,
  /**
   * The interval that must exclude the target. Rules run daily: with one of 90 percent, 27 percent of the campaigns
   * exactly on target would get a wrong finding within a month.
   */
  confidence: 0.995,
  /** The target is lowered at this share of it, and raised at that one if this share of the budget is left. */
  better: 0.85,
  worse: 1.2,
  maxSpent: 0.8,
  /** The new target: this multiple of the actual CPA, or the smallest and largest share of the old target. */
  aboveActual: 1.1,
  lowest: 0.8,
  highest: 1.2
} as const

export const hipoCutoffs = {
  minConversions: 5,
  maxCpas: 0.8,
  minBudgetSpent: 0.9,
  /** The share of the campaign's conversions that moves at most: the campaign must live on. */
  maxMoved: 0.3
} as const

/** Conversions that prove a search term. */
export const minProvenConversions = 2

/** The days on which they came: two conversions of one day can be one customer. */
export const minProvenDays = 2

/** The highest CPA, in reference CPAs, of a proven search over 90 days. */
export const newKeywordCpas = 1.2

/** The highest upper bound of its CPA, in reference CPAs: conversions of many clicks come by luck. */
export const newKeywordBoundCpas = 6

/** The budget is raised if it was spent on this many of the last days, and the intervals of the two CPAs are apart. */
export const raiseBudgetCutoffs = { minSpent: 0.95, days: 5, of: 7, factor: 1.2, confidence: 0.95 } as const

/**
 * The budget is lowered if no day of service spent more than this share; the new one stays above the largest
 * day. A campaign that did not serve within `recentDays` has just restarted, so earlier spend is no evidence.
 */
export const lowerBudgetCutoffs = { maxSpent: 0.5, of: 14, aboveLargest: 1.2, recentDays: 3 } as const

/* What a campaign's conversions cost and how often its clicks convert, for everything judged against them. */

/** The reference of a campaign, over its days of evidence. */
export interface Reference {
  /** The acceptable cost per conversion, in micros: the target, else the actual one. */
  readonly cpa: number
  readonly days: CampaignFigures["evidenceDays"]
  /** The days in words. */
  readonly daysText: string
  /** The part of the campaign's rate that searches without the brand have. */
  readonly withoutBrand: number
}

type ReferenceFigures = Pick<CampaignFigures, "targetCpa" | "evidence">

/** For example "90 days, without the last 3". */
export const describeDays = (
  days: number,
  { lagDays, silentDays }: Pick<CampaignFigures, "lagDays" | "silentDays">
): string => {
  // Their number is known of the days of evidence alone.
  const silent = days === evidence.days ? String(silentDays) : "those"
  return `${pluralize(days, "day")}, without the last ${lagDays}${silentDays === 0 ? "" : ` and ${silent} on which conversions were not counted`}`
}

const conversionsNeeded = ({ targetCpa }: ReferenceFigures): number =>
  targetCpa === null ? evidence.minConversions : evidence.minConversionsWithTarget

/** Returns the campaign's reference; null if too little converted to have one. */
export const referenceOf = (
  view: ReferenceFigures & Pick<CampaignFigures, "evidenceDays" | "lagDays" | "silentDays">
): Reference | null => {
  const cpa = referenceCpa(view)
  return cpa === null
    ? null
    : { cpa, days: view.evidenceDays, daysText: describeDays(evidence.days, view), withoutBrand: 1 }
}

/** Returns the reference CPA in micros, or null. */
export const referenceCpa = (view: ReferenceFigures): number | null => {
  if (view.evidence.conversions < conversionsNeeded(view)) return null
  const cpa = view.targetCpa === null ? costPerConversion(view.evidence) : view.targetCpa * microsPerUnit
  return cpa === null || cpa <= 0 ? null : cpa
}

/** Returns the reference CPA, or a share of it, for a sentence. */
export const referenceCpaText = (
  view: ReferenceFigures & Pick<CampaignView, "currency">,
  share = 1
): string => {
  const cpa = referenceCpa(view)
  return cpa === null ? "the reference CPA" : moneyFormatter(view.currency)(amountOf(share * cpa))
}

/** Explains in one sentence why a campaign has no reference. */
export const noReference = (
  view: ReferenceFigures & Pick<CampaignFigures, "lagDays" | "silentDays">
): string =>
  `The campaign had ${pluralize(Math.floor(view.evidence.conversions), "conversion")} in ${describeDays(evidence.days, view)}; ${conversionsNeeded(view)} are needed to judge by.`

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
