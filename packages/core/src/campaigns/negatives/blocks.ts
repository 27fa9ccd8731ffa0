import type { matchTypes } from "../../contract/index.ts"

type Match = (typeof matchTypes)[number]

export interface Exclusion {
  readonly text: string
  readonly match: Match
}

/** Most searches are plain: reading them by Unicode's classes takes several times as long. */
const isPlain = /^[a-z\d &'.-]*$/

/**
 * Returns the words of a text as the ad platform compares them: without case and without most punctuation.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const lower = text.toLowerCase()
  const words = isPlain.test(lower)
    ? lower.split(" ")
    : lower.replaceAll(/[^\p{L}\p{N}\s&'.-]/gu, " ").split(/\s+/u)
  return words.includes("") ? words.filter((word) => word !== "") : words
}

const containsPhrase = (part: ReadonlyArray<string>, whole: ReadonlyArray<string>): boolean => {
  for (let start = 0; start + part.length <= whole.length; start++) {
    if (part.every((word, n) => whole[start + n] === word)) return true
  }
  return false
}

const matchesSearch = (
  match: Match,
  words: ReadonlyArray<string>,
  searched: ReadonlyArray<string>
): boolean => {
  switch (match) {
    case "exact":
      return words.length === searched.length && containsPhrase(words, searched)
    case "phrase":
      return containsPhrase(words, searched)
    case "broad":
      return words.every((word) => searched.includes(word))
  }
}

/**
 * Returns a function that tells whether any exclusion blocks a search. Exclusions match literally: no
 * plurals, misspellings or close variants. A blocked search contains the exclusion's first word, so only
 * those are compared.
 */
export const makeBlocker = (exclusions: Iterable<Exclusion>): ((search: string) => boolean) => {
  const byFirstWord = new Map<string, Array<readonly [Match, ReadonlyArray<string>]>>()
  for (const { match, text } of exclusions) {
    const words = wordsOf(text)
    const first = words[0]
    if (first === undefined) continue
    const group = byFirstWord.get(first)
    if (group === undefined) byFirstWord.set(first, [[match, words]])
    else group.push([match, words])
  }
  if (byFirstWord.size === 0) return () => false
  return (search) => {
    const searched = wordsOf(search)
    return searched.some((word) =>
      byFirstWord.get(word)?.some(([match, words]) => matchesSearch(match, words, searched))
    )
  }
}

export const blocks = (exclusion: Exclusion, search: string): boolean => makeBlocker([exclusion])(search)

/**
 * Returns the keywords that could hardly serve any more. Phrase and broad exclusions block every keyword that
 * contains them. An exact one blocks a single search: all of an exact keyword, and little of any other.
 */
export const blockedKeywords = (
  exclusions: ReadonlyArray<Exclusion>,
  keywords: ReadonlyArray<Exclusion>
): ReadonlyArray<string> => {
  const stops = makeBlocker(exclusions)
  const stopsPhraseOrBroad = makeBlocker(exclusions.filter(({ match }) => match !== "exact"))
  const blocked = keywords.filter(({ match, text }) => (match === "exact" ? stops : stopsPhraseOrBroad)(text))
  return [...new Set(blocked.map(({ text }) => text))]
}
