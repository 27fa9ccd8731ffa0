import { wordsOf } from "../../../campaigns/index.ts"
import { mentions } from "./words.ts"

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
