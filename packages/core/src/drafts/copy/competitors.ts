import { termProblem } from "../../campaigns/index.ts"
import { type BusinessFacts, mentionsBrand } from "./facts.ts"
import {
  type ChosenKeywords,
  type KeywordDraft,
  type KeywordOwner,
  keywordKey,
  type SearchOwner,
  toSearchText
} from "./keywords.ts"
import { primaryLanguage } from "./line.ts"

/* A competitor campaign bids on other companies' names. Its ads are about the own business and name none of them. */

/** Words that people add to a company's name while they still compare. */
const comparing: Readonly<Record<string, string>> = {
  en: "alternative alternatives prices reviews",
  de: "alternative alternativen preise erfahrungen",
  fr: "alternative alternatives prix avis",
  es: "alternativa alternativas precios opiniones"
}

/**
 * Returns searches of people who compare a competitor. The name alone is an exact keyword: as a phrase it would be
 * shown to the competitor's own customers, who search for its telephone number, login or jobs.
 */
export const competitorKeywords = (
  facts: BusinessFacts,
  competitor: string,
  ownerOf: KeywordOwner
): ChosenKeywords => {
  const { category, cities, language } = facts
  const name = toSearchText(competitor)
  const additions = [
    ...(comparing[primaryLanguage(language)] ?? "").split(" "),
    ...(category === null ? [] : [toSearchText(category.name.text)]),
    ...cities.slice(0, 2).map(({ text }) => toSearchText(text))
  ]
  const isOwnName = mentionsBrand(facts)
  const texts = [name, ...additions.filter((word) => word !== "").map((word) => `${name} ${word}`)]
  const takenBy = new Map<string, SearchOwner>()
  const chosen = new Map<string, KeywordDraft>()
  for (const text of texts) {
    if (name === "" || termProblem(text) !== null || isOwnName(text)) continue
    const owner = ownerOf(text)
    if (owner !== undefined) takenBy.set(owner.name, owner)
    else if (!chosen.has(keywordKey(text)))
      chosen.set(keywordKey(text), {
        text,
        match: text === name ? "exact" : "phrase",
        source: {
          from: "template",
          template: "keyword: competitor",
          with: [{ name: "competitor", text: competitor, at: { in: "profile", where: "competitors" } }]
        }
      })
  }
  return { keywords: [...chosen.values()], takenBy: [...takenBy.values()] }
}

/** The warning of every competitor draft. */
export const competitorWarning =
  "Searches for another company's name usually cost more and convert less. The names are keywords only; no ad text contains them."
