import { wordsOf } from "../../campaigns/index.ts"
import { isTopicless, wordStem } from "../amounts.ts"

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

/** The intents of searches without conversions, as far as their words show. */
export const intents = ["rival", "work", "free", "question", "other"] as const
export type Intent = (typeof intents)[number]

/** Words of searches for jobs, for free or do-it-yourself solutions, or for information. English only. */
const intentPatterns: ReadonlyArray<readonly [Intent, RegExp]> = [
  [
    "work",
    /\b(?:jobs?|salary|salaries|wages?|careers?|hiring|vacanc(?:y|ies)|apprentice\w*|training|courses?|certificat\w+|licen[cs]e|internships?|degree)\b/
  ],
  [
    "free",
    /\b(?:free|diy|yourself|home ?made|home remedy|remedies|grants?|tutorials?|instructions|diagrams?|manual|pdf|templates?|parts|used|second ?hand|youtube)\b/
  ],
  [
    "question",
    /^(?:how|what|why|when|who|which|where|is|are|can|do|does)\b|\b(?:meaning|definition|wiki\w*|vs|causes?)\b/
  ]
]

/** Returns the intent of a search; a competitor's name takes precedence. */
export const intentOf = (term: string, rivals: ReadonlyArray<string>): Intent => {
  if (rivals.some(mentions(term))) return "rival"
  const text = wordsOf(term).join(" ")
  return intentPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "other"
}
