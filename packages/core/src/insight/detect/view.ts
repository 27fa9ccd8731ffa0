import { type Exclusion, makeBlocker, wordsOf } from "../../campaigns/index.ts"
import type { matchTypes } from "../../contract/index.ts"
import type { Sums } from "../amounts.ts"

export type MatchType = (typeof matchTypes)[number]

export interface AdView {
  readonly id: number
  readonly name: string
}

export interface KeywordView {
  readonly id: number
  readonly ad: number
  readonly text: string
  readonly match: MatchType
  readonly state: "enabled" | "paused"
  readonly ageDays: number
  /** Days since its last impression, or since it was added; at most 90. */
  readonly daysWithoutImpressions: number
  readonly last30: Sums
}

export interface TermView {
  readonly term: string
  /** The ad that was shown for it most often, where its keyword belongs. */
  readonly ad: number
  /** In the requested days. */
  readonly window: Sums
  readonly last30: Sums
  readonly last90: Sums
}

/**
 * All data of the detectors, read in one snapshot. Days count back from the organization's latest day with
 * data, so a late sync does not look like inactivity.
 */
export interface CampaignView {
  readonly slug: string
  readonly type: string
  readonly budget: number
  readonly targetCpa: number | null
  readonly windowDays: number
  readonly window: Sums
  readonly last7: Sums
  readonly last30: Sums
  /**
   * The days of the last 90 on which it served, as an offset from the latest day with data: 0 is that day.
   */
  readonly served: ReadonlyArray<number>
  readonly ads: ReadonlyArray<AdView>
  readonly keywords: ReadonlyArray<KeywordView>
  readonly terms: ReadonlyArray<TermView>
  readonly negatives: ReadonlyArray<Exclusion>
  /**
   * The business's names and the keywords of its brand campaigns: never waste, and not for other campaigns.
   */
  readonly brand: ReadonlyArray<string>
}

/** Normalises a text: equal results are the same to the platform. */
export const normalizeWords = (text: string): string => wordsOf(text).join(" ")

/** Returns how a campaign already covers or excludes a search. */
export const termCoverage = (view: CampaignView) => {
  const keywords = new Set(view.keywords.map(({ text }) => normalizeWords(text)))
  const isExcluded = makeBlocker(view.negatives)
  const hasBrand = makeBlocker(view.brand.map((text) => ({ text, match: "phrase" as const })))
  return {
    isKeyword: ({ term }: TermView): boolean => keywords.has(normalizeWords(term)),
    isExcluded: ({ term }: TermView): boolean => isExcluded(term),
    isBrand: ({ term }: TermView): boolean => hasBrand(term)
  }
}

/** Returns searches that may become keywords. Brand searches belong to the brand campaigns. */
export const addableTerms = (view: CampaignView): ReadonlyArray<TermView> => {
  const { isBrand, isExcluded, isKeyword } = termCoverage(view)
  return view.terms.filter(
    (one) => !isKeyword(one) && !isExcluded(one) && (view.type === "brand" || !isBrand(one))
  )
}

/** Returns on how many of the last days the campaign served: only those are evidence. */
export const servedWithin = ({ served }: CampaignView, days: number): number =>
  served.filter((ago) => ago < days).length
