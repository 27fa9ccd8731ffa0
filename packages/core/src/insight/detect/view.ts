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
  /** Days since it was last shown, or since it is there; counted up to 90. */
  readonly quietDays: number
  readonly last30: Sums
}

export interface TermView {
  readonly term: string
  /** The ad that answered it most often: where a keyword for it belongs. */
  readonly ad: number
  /** In the days that the caller asked about. */
  readonly window: Sums
  readonly last30: Sums
  readonly last90: Sums
}

/**
 * All that the detectors look at, read once, in one picture. Days are counted back from the organization's latest
 * day with data, so that a sync that is late does not make everything look asleep.
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
  /** The days of the last 90 on which it served, as days before the latest day with data: 0 is that day itself. */
  readonly served: ReadonlyArray<number>
  readonly ads: ReadonlyArray<AdView>
  readonly keywords: ReadonlyArray<KeywordView>
  readonly terms: ReadonlyArray<TermView>
  readonly negatives: ReadonlyArray<Exclusion>
  /** What the business is called by, and what its brand campaigns bid on: never waste, and not for others to buy. */
  readonly brand: ReadonlyArray<string>
}

/** Two texts that the platform takes for the same. */
export const normalizeWords = (text: string): string => wordsOf(text).join(" ")

/** What a campaign already does about a search. */
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

/** On how many of the last days the campaign served: only they are evidence. */
export const servedWithin = ({ served }: CampaignView, days: number): number =>
  served.filter((ago) => ago < days).length
