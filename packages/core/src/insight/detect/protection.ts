import { makeBlocker, wordsOf } from "../../campaigns/index.ts"
import { isFunctionWord } from "../words.ts"
import type { SharedWord } from "./shared-words.ts"
import { containsVariant, isSameWord, makeVariantFinder } from "./variants.ts"
import { type CampaignView, enabledKeywords } from "./view.ts"

/* What is never excluded: the brand, the campaign's keywords, the business's products and places, and what a list stops. */

/** Returns a function that tells whether a text contains the brand, also with a typing error. */
export const makeBrandTest =
  ({ brand }: CampaignView) =>
  (text: string): boolean =>
    brand.some((name) => containsVariant(text, name))

/** The exclusions of the lists that concern the campaign. */
export const listedNegatives = ({ negatives }: CampaignView) => negatives.filter(({ list }) => list != null)

/** Returns a function that explains in one sentence why a search is never excluded; null if it may be. */
export const makeTermProtection = (view: CampaignView): ((term: string) => string | null) => {
  const isBrand = makeBrandTest(view)
  const isVariant = makeVariantFinder(enabledKeywords(view).map(({ text }) => text))
  const lists = [...Map.groupBy(listedNegatives(view), ({ list }) => list!)].map(
    ([name, some]) => [name, makeBlocker(some)] as const
  )
  return (term) => {
    const list = lists.find(([, stops]) => stops(term))
    if (list !== undefined) return `The negative keyword list "${list[0]}" already stops it.`
    if (isBrand(term)) return "It contains the brand."
    return isVariant(term) ? "It is a close variant of an enabled keyword." : null
  }
}

/**
 * Returns a function that tells whether a shared word may be excluded. At least one of its words must belong to
 * no enabled keyword, brand, product or served place, and no such text may contain it.
 */
export const makeWordProtection = (view: CampaignView): ((shared: SharedWord) => boolean) => {
  const own = [...enabledKeywords(view).map(({ text }) => text), ...view.brand, ...view.ownTexts]
  const ownWords = [...new Set(own.flatMap(wordsOf))]
  const isForeign = (word: string) => !isFunctionWord(word) && !ownWords.some((one) => isSameWord(word, one))
  return ({ words }) => words.some(isForeign) && !own.some((text) => containsVariant(text, words.join(" ")))
}
