import { wordsOf } from "../../campaigns/index.ts"

/*
 * Close variants: texts that a searcher means as the same. Plurals, word order, spacing, one typing error in a
 * longer word, and function words make no difference.
 */

/** Articles, prepositions and conjunctions of the common languages of campaigns. */
const functionWords: ReadonlySet<string> = new Set(
  wordsOf(
    `a an the and or of for to in on at by from with near my your
     der die das den dem des ein eine einen und oder von fur für zu im in am an bei mit mein ihr
     le la les un une des et ou de du pour en au aux avec
     el los las una y o del para con por da do dos il lo gli di per e het een van voor met`
  )
)
export const isFunctionWord = (word: string): boolean => functionWords.has(word)

/** One typing error counts only in words of at least this many letters: "boat" is no "coat". */
const minLettersForTypo = 5

/** Reduces a plural to the same text as its singular; the result need not be a word. */
export const stemOf = (word: string): string => {
  if (word.length <= 3) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  const singular = /(?:[sxz]|ch|sh)es$/u.test(word) ? word.slice(0, -2) : word.replace(/(?<![suia])s$/u, "")
  return singular.length > 4 ? singular.replace(/(?:en|n|e)$/u, "") : singular
}

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
  one === other || stemOf(one) === stemOf(other) || isTypo(one, other)

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
  const left = others.map(stemOf)
  const unpaired = some.filter((word) => {
    const place = left.indexOf(stemOf(word))
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  return unpaired.length === 0 || (unpaired.length === 1 && isTypo(stemOf(unpaired[0]!), left[0]!))
}

/** Returns a function that tells whether a search is a close variant of one of these texts. */
export const makeVariantFinder = (texts: ReadonlyArray<string>): ((search: string) => boolean) => {
  const known = texts.map(wordingOf)
  return (search) => {
    const { content, joined } = wordingOf(search)
    return known.some(
      (one) =>
        one.joined === joined || stemOf(one.joined) === stemOf(joined) || areSameWords(one.content, content)
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
