import { type ConvertingTerm, type ConvertingTraffic, makeBlocker, wordsOf } from "../../campaigns/index.ts"
import { unwantedWords } from "../../drafts/index.ts"
import { amountOf, roundTo } from "../amounts.ts"
import { moneyFormatter, pluralize } from "../markdown.ts"
import { wordStem } from "../words.ts"
import {
  type CampaignView,
  enabledKeywords,
  minProvenConversions,
  minProvenDays,
  normalizeWords
} from "./view.ts"

/* The searches that may become keywords. */

/** Whether a search converted often enough to be a keyword. */
export const isProven = ({ conversion_days, conversions }: ConvertingTraffic): boolean =>
  conversions >= minProvenConversions && conversion_days >= minProvenDays

/** For example "3 conversions on 2 days for $80.00, $26.67 each". */
export const describeProof = (
  { conversion_days, conversions, cost_micros }: ConvertingTraffic,
  { currency }: CampaignView
): string => {
  const money = moneyFormatter(currency)
  return `${pluralize(roundTo(conversions, 1), "conversion")} on ${pluralize(conversion_days, "day")} for ${money(amountOf(cost_micros))}, ${money(amountOf(cost_micros / conversions))} each`
}

/**
 * Returns a function that tells whether a search contains a word that the campaign excludes, or one of those who look for
 * work or information. Words of keywords and products are never negative: some businesses offer courses.
 */
const makeNegativeWordTest = (view: CampaignView): ((term: string) => boolean) => {
  const own = new Set(
    [...enabledKeywords(view).map(({ text }) => text), ...view.ownTexts].flatMap(wordsOf).map(wordStem)
  )
  const excluded = view.negatives.map(({ text }) => wordsOf(text)).filter((words) => words.length === 1)
  const negative = new Set(
    [...excluded.flat(), ...unwantedWords].map(wordStem).filter((word) => !own.has(word))
  )
  return (term) => wordsOf(term).some((word) => negative.has(wordStem(word)))
}

/** Returns searches that may become keywords. Brand searches belong to the brand campaigns. */
export const addableTerms = (view: CampaignView): ReadonlyArray<ConvertingTerm> => {
  const keywords = new Set(
    [...view.keywords.map(({ text }) => text), ...view.accountKeywords].map(normalizeWords)
  )
  const isExcluded = makeBlocker(view.negatives)
  const isBrand = makeBlocker(view.brand.map((text) => ({ text, match: "phrase" as const })))
  const hasNegativeWord = makeNegativeWordTest(view)
  return view.converting.filter(
    ({ term }) =>
      !keywords.has(normalizeWords(term)) &&
      !isExcluded(term) &&
      !hasNegativeWord(term) &&
      (view.type === "brand" || !isBrand(term))
  )
}
