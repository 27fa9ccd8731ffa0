import { wordsOf } from "../campaigns/index.ts"

/* Words of searches and texts that carry no topic, and the forms of a word, in the common languages of campaigns. */

/** Articles, prepositions and conjunctions. */
const functionWords: ReadonlySet<string> = new Set(
  wordsOf(
    `a an the and or of for to in on at by from with near my your
     der die das den dem des ein eine einen und oder von fur für zu im in am an bei mit mein ihr
     le la les un une des et ou de du pour en au aux avec
     el los las una y o del para con por da do dos il lo gli di per e het een van voor met`
  )
)
export const isFunctionWord = (word: string): boolean => functionWords.has(word)

/** Questions, pronouns and verbs of searches. */
const otherTopicless: ReadonlySet<string> = new Set(
  wordsOf(
    `are best can do get how i is it me need our us vs we what when where who why will you
     auf ist wie wo à dans où sur al`
  )
)

/** Whether a word says nothing about what is searched for. */
export const isTopicless = (word: string): boolean => isFunctionWord(word) || otherTopicless.has(word)

/** Reduces a plural to the same text as its singular; the result need not be a word. */
export const wordStem = (word: string): string => {
  if (word.length <= 3) return word
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`
  const singular = /(?:[sxz]|ch|sh)es$/u.test(word) ? word.slice(0, -2) : word.replace(/(?<![suia])s$/u, "")
  return singular.length > 4 ? singular.replace(/(?:en|n|e)$/u, "") : singular
}

/** Every offer is a "service", so the word counts only if it distinguishes one from another. */
const genericStem = wordStem("service")

/** Returns the words of a text that carry its topic. */
export const significantWords = (text: string): ReadonlyArray<string> => {
  const words = wordsOf(text.replaceAll(/[-&/]/g, " "))
    .map((word) => word.replace(/^[.']+|[.']+$/g, ""))
    .filter((word) => word !== "" && !isTopicless(word))
    .map(wordStem)
  const specific = words.filter((word) => word !== genericStem)
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
