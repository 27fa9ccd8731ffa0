import { type FieldProblem, limits, type matchTypes } from "../../contract/index.ts"

/** Normalises a term for storage: single spaces, trimmed. The case stays as sent. */
export const normaliseTerm = (text: string): string => text.normalize("NFC").trim().replaceAll(/\s+/gu, " ")

/** Terms with the same key are the same exclusion: the ad platform ignores case. */
export const termKey = (text: string): string => normaliseTerm(text).toLowerCase()

interface NewTerms {
  readonly fresh: ReadonlyArray<string>
  /** Terms that already exist, and repeats within the call. */
  readonly alreadyThere: ReadonlyArray<string>
}

/** Selects the new terms of a call, in its order; of duplicates, the first counts. */
export const selectNewTerms = (terms: ReadonlyArray<string>, existing: Iterable<string>): NewTerms => {
  const seen = new Set([...existing].map(termKey))
  const fresh: Array<string> = []
  const alreadyThere: Array<string> = []
  for (const text of terms) {
    const key = termKey(text)
    if (seen.has(key)) alreadyThere.push(normaliseTerm(text))
    else fresh.push(normaliseTerm(text))
    seen.add(key)
  }
  return { fresh, alreadyThere }
}

const maxCharacters = limits.negativeTermCharacters
const maxWords = 10
const refusedCharacters = new Set("!@%^*()={};~`<>,?|\\")

/** Returns what is wrong with a term, or null. Positions count characters from 1, in the term as sent. */
export const termProblem = (text: string): string | null => {
  const characters = [...text]
  const index = characters.findIndex((character) => refusedCharacters.has(character))
  if (index >= 0) {
    return `has a ${JSON.stringify(characters[index])} at position ${index + 1}, which the ad platform does not take`
  }
  const term = normaliseTerm(text)
  const length = [...term].length
  if (length < 1 || length > maxCharacters) return `must be 1 to ${maxCharacters} characters`
  const words = term.split(" ").length
  if (words > maxWords) return `has ${words} words; the ad platform takes at most ${maxWords}`
  return /[\p{L}\p{N}]/u.test(term) ? null : "has no letter or number in it, so it would exclude nothing"
}

/** Returns the error of every invalid term, with its index in the call. */
export const termProblems = (terms: ReadonlyArray<string>): ReadonlyArray<FieldProblem> =>
  terms.flatMap((text, n) => {
    const message = termProblem(text)
    return message === null ? [] : [{ path: `keywords.${n}`, message }]
  })

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
