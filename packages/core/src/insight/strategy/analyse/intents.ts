import { wordsOf } from "../../../campaigns/index.ts"
import { mentions } from "./words.ts"

/** Who makes searches that never lead to anything, as far as their words tell. */
export const intents = ["rival", "work", "free", "question", "other"] as const
export type Intent = (typeof intents)[number]

/** Words of those who look for work, for something free or to do it themselves, or for an answer. In English. */
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

/** What kind of search it is; a rival's name says more than any other word. */
export const intentOf = (term: string, rivals: ReadonlyArray<string>): Intent => {
  if (rivals.some(mentions(term))) return "rival"
  const text = wordsOf(term).join(" ")
  return intentPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? "other"
}
