/** A keyword or negative keyword, as far as matching needs it. */
export interface Keyword {
  readonly text: string
  readonly matchType: string
}

const wordCache = new Map<string, readonly string[]>()

export const wordsOf = (text: string): readonly string[] => {
  const cached = wordCache.get(text)
  if (cached) return cached
  const words = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s&'.-]/gu, " ")
    .split(/\s+/)
    .filter(Boolean)
  if (wordCache.size > 200_000) wordCache.clear()
  wordCache.set(text, words)
  return words
}

/** Close variants: only plurals are handled. */
const stem = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word

const stemsOf = (text: string): readonly string[] => wordsOf(text).map(stem)

const sameBag = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && [...left].sort().join(" ") === [...right].sort().join(" ")

const isRun = (part: readonly string[], whole: readonly string[]): boolean => {
  for (let start = 0; start + part.length <= whole.length; start++) {
    if (part.every((word, index) => whole[start + index] === word)) return true
  }
  return false
}

const isSubset = (part: readonly string[], whole: readonly string[]): boolean =>
  part.every((word) => whole.includes(word))

/**
 * Whether a keyword matches a search term. Keywords match close variants; broad match requires every word, in
 * any order.
 */
export const matches = ({ text, matchType }: Keyword, term: string): boolean => {
  const [keyword, searched] = [stemsOf(text), stemsOf(term)]
  if (matchType === "EXACT") return sameBag(keyword, searched)
  return matchType === "PHRASE" ? isRun(keyword, searched) : isSubset(keyword, searched)
}

/**
 * Whether a negative keyword excludes a search term. Negatives match literally, without plurals or variants.
 */
export const excludes = ({ text, matchType }: Keyword, term: string): boolean => {
  const [negative, searched] = [wordsOf(text), wordsOf(term)]
  if (negative.length === 0) return false
  if (matchType === "EXACT") return negative.length === searched.length && isRun(negative, searched)
  return matchType === "PHRASE" ? isRun(negative, searched) : isSubset(negative, searched)
}

/** Returns segments.search_term_match_source. Without a keyword, AI Max matched the term to an ad group. */
export const matchSource = (keyword: Keyword | undefined, term: string): string => {
  if (!keyword) return "AI_MAX_KEYWORDLESS"
  // Planted searches reach a broad keyword without its words.
  const own = keyword.matchType === "BROAD" || matches(keyword, term)
  return own ? "ADVERTISER_PROVIDED_KEYWORD" : "AI_MAX_BROAD_MATCH"
}

/** Returns segments.search_term_match_type: how closely the term matches the keyword. */
export const matchKind = (text: string, matchType: string, term: string): string => {
  const exact = wordsOf(text).join(" ") === wordsOf(term).join(" ")
  if (exact) return "EXACT"
  if (sameBag(stemsOf(text), stemsOf(term))) return "NEAR_EXACT"
  if (matchType !== "BROAD" && isRun(wordsOf(text), wordsOf(term))) return "PHRASE"
  return matchType === "PHRASE" ? "NEAR_PHRASE" : "BROAD"
}
