import {
  type CampaignFigures,
  type Exclusion,
  type KeywordFigures,
  makeBlocker,
  type TermFigures,
  wordsOf
} from "../../campaigns/index.ts"
import type { matchTypes } from "../../contract/index.ts"

export type MatchType = (typeof matchTypes)[number]

/**
 * All data of the detectors, read in one snapshot. Days count back from the organization's latest day with
 * data, so a late sync does not look like inactivity.
 */
export interface CampaignView extends Omit<CampaignFigures, "running"> {
  readonly windowDays: number
  readonly ads: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly keywords: ReadonlyArray<KeywordFigures>
  readonly terms: ReadonlyArray<TermFigures>
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
    isKeyword: ({ term }: TermFigures): boolean => keywords.has(normalizeWords(term)),
    isExcluded: ({ term }: TermFigures): boolean => isExcluded(term),
    isBrand: ({ term }: TermFigures): boolean => hasBrand(term)
  }
}

/** Returns searches that may become keywords. Brand searches belong to the brand campaigns. */
export const addableTerms = (view: CampaignView): ReadonlyArray<TermFigures> => {
  const { isBrand, isExcluded, isKeyword } = termCoverage(view)
  return view.terms.filter(
    (one) => !isKeyword(one) && !isExcluded(one) && (view.type === "brand" || !isBrand(one))
  )
}

/** Returns on how many of the last days the campaign served: only those are evidence. */
export const servedWithin = ({ served }: CampaignView, days: number): number =>
  served.filter((ago) => ago < days).length
