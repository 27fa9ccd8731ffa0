import { wordsOf } from "../../../campaigns/index.ts"

/** Words without a topic. */
const stopWords = new Set(
  "a an and are at by for from in is it near me my of on or our the to us we with your".split(" ")
)

/** Plural and singular are the same to a searcher. */
const stem = (word: string): string =>
  word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word

/** Returns the words of a text that carry its topic. */
export const significantWords = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text.replaceAll(/[-&/]/g, " "))
    .map((word) => word.replace(/^[.']+|[.']+$/g, ""))
    .filter((word) => word !== "" && !stopWords.has(word))
    .map(stem)
  // Every offer is a "service", so the word counts only if it distinguishes one from another.
  const specific = words.filter((word) => word !== "service")
  return specific.length > 1 ? specific : words
}

/** Whether words cover a topic: they contain all its significant words. */
export const hasAllWords =
  (words: ReadonlySet<string>) =>
  (topic: { readonly words: ReadonlyArray<string> }): boolean =>
    topic.words.length > 0 && topic.words.every((word) => words.has(word))

/** Whether a text covers a topic: it contains all its significant words. */
export const mentions = (text: string): ((topic: string) => boolean) => {
  const containsWords = hasAllWords(new Set(significantWords(text)))
  return (topic) => containsWords({ words: significantWords(topic) })
}
