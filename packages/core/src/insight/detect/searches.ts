import { blocking, wordsOf } from "../../campaigns/index.ts"
import type { CampaignView, TermView } from "./view.ts"

/** Two texts that the platform takes for the same. */
export const sameWords = (text: string): string => wordsOf(text).join(" ")

/** What a campaign already does about a search. */
export const standing = (view: CampaignView) => {
  const keywords = new Set(view.keywords.map(({ text }) => sameWords(text)))
  const isExcluded = blocking(view.negatives)
  const hasBrand = blocking(view.brand.map((text) => ({ text, match: "phrase" as const })))
  return {
    isKeyword: ({ term }: TermView): boolean => keywords.has(sameWords(term)),
    isExcluded: ({ term }: TermView): boolean => isExcluded(term),
    isBrand: ({ term }: TermView): boolean => hasBrand(term)
  }
}
