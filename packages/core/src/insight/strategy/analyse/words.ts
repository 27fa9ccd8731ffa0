import { wordsOf } from "../../../campaigns/index.ts"

/** Words that say nothing about what is meant. */
const stopWords = new Set(
  "a an and are at by for from in is it near me my of on or our the to us we with your".split(" ")
)

/** Several of a thing and one of it are the same to whoever looks for it. */
const stem = (word: string): string =>
  word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word

/** The words of a text that say what it is about. */
export const significantWords = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text.replaceAll(/[-&/]/g, " "))
    .map((word) => word.replace(/^[.']+|[.']+$/g, ""))
    .filter((word) => word !== "" && !stopWords.has(word))
    .map(stem)
  // Everything that is sold is a service: that counts where it tells one thing from another.
  const specific = words.filter((word) => word !== "service")
  return specific.length > 1 ? specific : words
}

/** Whether words are about something: all the words that say what it is are among them. */
export const hasAllWords =
  (words: ReadonlySet<string>) =>
  (topic: { readonly words: ReadonlyArray<string> }): boolean =>
    topic.words.length > 0 && topic.words.every((word) => words.has(word))

/** Whether a text is about something: it has all the words that say what that is. */
export const mentions = (text: string): ((topic: string) => boolean) => {
  const containsWords = hasAllWords(new Set(significantWords(text)))
  return (topic) => containsWords({ words: significantWords(topic) })
}
