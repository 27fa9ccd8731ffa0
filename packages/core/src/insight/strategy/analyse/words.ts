import { wordsOf } from "../../../campaigns/index.ts"

/** Words that say nothing about what is meant. */
const little = new Set(
  "a an and are at by for from in is it near me my of on or our the to us we with your".split(" ")
)

/** Several of a thing and one of it are the same to whoever looks for it. */
const stem = (word: string): string =>
  word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word

/** The words of a text that say what it is about. */
export const tellingWords = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text.replaceAll(/[-&/]/g, " "))
    .map((word) => word.replace(/^[.']+|[.']+$/g, ""))
    .filter((word) => word !== "" && !little.has(word))
    .map(stem)
  // Everything that is sold is a service: that counts where it tells one thing from another.
  const telling = words.filter((word) => word !== "service")
  return telling.length > 1 ? telling : words
}

/** Whether a text is about something: it has all the words that say what that is. */
export const isAbout = (text: string): ((thing: string) => boolean) => {
  const words = new Set(tellingWords(text))
  return (thing) => {
    const wanted = tellingWords(thing)
    return wanted.length > 0 && wanted.every((word) => words.has(word))
  }
}
