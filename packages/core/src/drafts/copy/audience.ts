import { termProblem } from "../../campaigns/index.ts"
import { type KeywordDraft, toSearchText } from "./keywords.ts"
import { lineKey } from "./line.ts"
import { primaryLanguage } from "./phrases.ts"

/** Words that end the noun in a description of customers. */
const audienceStopWords: Readonly<Record<string, string>> = {
  en: "who|that|with|whose|in|of|from|at|on|near|looking|needing|wanting|planning|searching",
  de: "die|der|das|mit|in|aus|von|im|ohne|auf",
  fr: "qui|avec|dans|de|du|des|en|sans|dont",
  es: "que|con|en|de|del|sin|cuyos|cuyas"
}
const forWords: Readonly<Record<string, string>> = { en: "for", de: "für", fr: "pour", es: "para" }

/**
 * Returns the noun of an audience, such as "landlords" of "Landlords who need a yearly boiler service"; null
 * if it has more than three words.
 */
export const audienceNoun = (audience: string, language: string): string | null => {
  const stopWords = audienceStopWords[primaryLanguage(language)]
  if (stopWords === undefined) return null
  const [noun = ""] = toSearchText(audience).split(new RegExp(`\\s(?:${stopWords})\\s`, "u"))
  const words = noun.trim().split(" ")
  return noun.trim() !== "" && words.length <= 3 ? noun.trim() : null
}

/** Returns the number of words that two texts share. */
export const sharedWords = (one: string, other: string): number => {
  const words = new Set(lineKey(other).split(" "))
  return new Set(
    lineKey(one)
      .split(" ")
      .filter((word) => words.has(word))
  ).size
}

/** Returns searches of such customers for an offer: "boiler service for landlords". */
export const audienceKeywords = (
  service: string,
  audience: string,
  language: string
): ReadonlyArray<KeywordDraft> => {
  const noun = audienceNoun(audience, language)
  const word = forWords[primaryLanguage(language)]
  if (noun === null || word === undefined) return []
  const texts = [`${toSearchText(service)} ${word} ${noun}`, `${toSearchText(service)} ${noun}`]
  return texts
    .filter((text) => termProblem(text) === null)
    .flatMap((text) =>
      (["phrase", "exact"] as const).map((match) => ({
        text,
        match,
        source: {
          from: "template" as const,
          template: "keyword: service for customers",
          with: [
            { name: "customers", text: audience, at: { in: "profile" as const, where: "ideal customers" } }
          ]
        }
      }))
    )
}
