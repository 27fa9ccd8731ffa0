import {
  type CampaignExclusion,
  type CampaignFigures,
  type ConvertingTerm,
  type KeywordFigures,
  makeBlocker,
  type TermFigures,
  wordsOf
} from "../../campaigns/index.ts"
import type { matchTypes } from "../../contract/index.ts"

export type MatchType = (typeof matchTypes)[number]

/**
 * The data of the detectors, read in one snapshot. Parts that a detector does not read are empty. Days count
 * back from the organization's latest day with data, so a late sync does not look like inactivity.
 */
export interface CampaignView extends Omit<CampaignFigures, "id" | "running" | "bidding" | "locations"> {
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

/** Returns searches that may become keywords. Brand searches belong to the brand campaigns. */
export const addableTerms = (view: CampaignView): ReadonlyArray<ConvertingTerm> => {
  const keywords = new Set(
    [...view.keywords.map(({ text }) => text), ...view.accountKeywords].map(normalizeWords)
  )
  const isExcluded = makeBlocker(view.negatives)
  const isBrand = makeBlocker(view.brand.map((text) => ({ text, match: "phrase" as const })))
  return view.converting.filter(
    ({ term }) =>
      !keywords.has(normalizeWords(term)) && !isExcluded(term) && (view.type === "brand" || !isBrand(term))
  )
}

export const enabledKeywords = ({ keywords }: CampaignView): ReadonlyArray<KeywordFigures> =>
  keywords.filter(({ state }) => state === "enabled")

/** Returns on how many of the days from `from` to before `to` the campaign served: only those are evidence. */
export const servedBetween = ({ served }: CampaignView, from: number, to: number): number =>
  served.filter((ago) => ago >= from && ago < to).length

/** Returns on how many of the last days the campaign served. */
export const servedWithin = (view: CampaignView, days: number): number => servedBetween(view, 0, days)
