import { wordsOf } from "../../campaigns/index.ts"
import { isFunctionWord, wordStem } from "../words.ts"

/*
 * Close variants: texts that a searcher means as the same. Plurals, word order, spacing, one typing error in a
 * longer word, and function words make no difference.
 */

/** One typing error counts only in words of at least this many letters: "boat" is no "coat". */
const minLettersForTypo = 5

/** Whether one letter was added, left out, replaced or swapped with its neighbour. */
const isTypo = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length < minLettersForTypo || long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1)
  return (
    short.slice(start + 1) === long.slice(start + 1) ||
    (short[start] === long[start + 1] &&
      short[start + 1] === long[start] &&
      short.slice(start + 2) === long.slice(start + 2))
  )
}

/** Whether two words are the same apart from their number or one typing error. */
export const isSameWord = (one: string, other: string): boolean =>
  one === other || wordStem(one) === wordStem(other) || isTypo(one, other)

interface Wording {
  readonly joined: string
  readonly content: ReadonlyArray<string>
}

const wordingOf = (text: string): Wording => {
  const words = wordsOf(text)
  const content = words.filter((word) => !isFunctionWord(word))
  return { joined: words.join(""), content: content.length > 0 ? content : words }
}

/** Whether the words pair up in any order, at most one of them by a typing error. */
const areSameWords = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean => {
  if (some.length !== others.length) return false
  const left = others.map(wordStem)
  const unpaired = some.filter((word) => {
    const place = left.indexOf(wordStem(word))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return unpaired.length === 0 || (unpaired.length === 1 && isTypo(wordStem(unpaired[0]!), left[0]!))
}

/** Returns a function that tells whether a search is a close variant of one of these texts. */
export const makeVariantFinder = (texts: ReadonlyArray<string>): ((search: string) => boolean) => {
  const known = texts.map(wordingOf)
  return (search) => {
    const { content, joined } = wordingOf(search)
    return known.some(
      (one) =>
        one.joined === joined ||
        wordStem(one.joined) === wordStem(joined) ||
        areSameWords(one.content, content)
    )
  }
}

/** Whether a search contains a phrase, with plurals, typing errors and other spacing. */
export const containsVariant = (search: string, phrase: string): boolean => {
  const [words, parts] = [wordsOf(search), wordsOf(phrase)]
  if (parts.length === 0) return false
  const joined = parts.join("")
  if (joined.length >= minLettersForTypo && words.join("").includes(joined)) return true
  return words.some((_, start) => parts.every((part, n) => isSameWord(words[start + n] ?? "", part)))
}
