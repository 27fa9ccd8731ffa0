import { isSameWord, termWords } from "../../outbound/index.ts"
import type { FactsPage, FactText, Offer } from "./facts.ts"
import { lineKey } from "./line.ts"

/** Whether two names share a word, or a part of a compound: "Dachdämmung" and "Dachsanierung". */
export const sharesWord = (one: string, other: string): boolean =>
  termWords(one).some(
    (word) =>
      word.length > 3 &&
      termWords(other).some((known) => isSameWord(word, known) || word.includes(known.slice(0, 4)))
  )

/**
 * The terms of an offer that are searched for alone: its names, and parts of it that the page's title or heading names
 * too. Another section of the page may be about anything.
 */
export const mainTerms = ({ name, terms }: Offer, page: FactsPage): ReadonlyArray<FactText> => {
  const isNamed = (term: FactText) =>
    [...page.titles, ...page.headings].some(({ text }) => lineKey(text).includes(lineKey(term.text)))
  const found = terms.length > 0 ? terms : [name]
  return found.filter((term) => sharesWord(term.text, name.text) || isNamed(term))
}
