import { termProblem } from "../../campaigns/index.ts"
import type { AdTheme } from "./ad-lines.ts"
import type { BusinessFacts, FactText } from "./facts.ts"
import { type CopyLine, tidyHeading } from "./line.ts"
import { primaryLanguage } from "./phrases.ts"

export interface KeywordDraft extends CopyLine {
  readonly match: "phrase" | "exact"
}

/** With more keywords, each would get too few searches to learn from. */
const maxKeywords = 15

/** Words that people add when they search for a provider. */
const modifiers: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: ["near me", "cost"],
  de: ["in der nähe", "kosten"],
  fr: ["près de moi", "prix"],
  es: ["cerca de mí", "precio"]
}

/** Converts a name to search text: lower case, without punctuation except inside a word. */
export const toSearchText = (text: string): string =>
  tidyHeading(text)
    .toLowerCase()
    .replaceAll(/(?<=[\p{L}\p{N}])['’](?=\p{L})/gu, "'")
    .replaceAll(/(?<![\p{L}\p{N}])[-'’.]|[-'’.](?![\p{L}\p{N}])|[^\p{L}\p{M}\p{N}\s\-'.]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

interface KeywordPattern {
  readonly name: string
  readonly parts: ReadonlyArray<FactText | string>
  readonly matches: ReadonlyArray<KeywordDraft["match"]>
}

const wordCount = (text: string): number => text.split(" ").length

/** Returns one keyword for each match type of the pattern; none if it is empty or repeats a word. */
const keywordsFromPattern = (
  theme: string,
  { matches, name, parts }: KeywordPattern
): ReadonlyArray<KeywordDraft> => {
  const texts = parts.map((part) => toSearchText(typeof part === "string" ? part : part.text))
  const text = texts.join(" ")
  const repeats = texts.slice(1).some((one) => ` ${texts[0]} `.includes(` ${one} `))
  if (texts.includes("") || repeats || termProblem(text) !== null || wordCount(text) > 6) return []
  const factParts = parts.filter((part) => typeof part !== "string")
  return matches.map((match) => ({
    text,
    match,
    source: {
      from: "template",
      template: `keyword: ${name}`,
      with: factParts.map(({ at, text }) => ({ name: theme, text, at }))
    }
  }))
}

const uniqueKeywords = (keywords: Iterable<KeywordDraft>, usedKeywords: ReadonlySet<string> = new Set()) => {
  const unique = new Map<string, KeywordDraft>()
  for (const keyword of keywords) {
    const key = `${keyword.match} ${keyword.text}`
    if (!usedKeywords.has(key) && !unique.has(key)) unique.set(key, keyword)
  }
  return [...unique.values()].slice(0, maxKeywords)
}

const bothMatchTypes = ["phrase", "exact"] as const

/** Returns searches of customers: the offer, with locations and modifiers. It never includes the brand. */
export const serviceKeywords = (
  { facts, offer }: AdTheme,
  usedKeywords?: ReadonlySet<string>
): ReadonlyArray<KeywordDraft> => {
  const { cities, home, language } = facts
  const brand = toSearchText(facts.brand.text)
  const isNotBrand = ({ text }: FactText) => !` ${toSearchText(text)} `.includes(` ${brand} `)
  const services = (offer === null ? facts.offers.slice(0, 4).map(({ name }) => name) : [offer.name]).filter(
    isNotBrand
  )
  const headings = (offer?.page ?? home).headings
    .slice(0, 1)
    .filter((fact) => isNotBrand(fact) && wordCount(toSearchText(fact.text)) <= 4)
  const patterns: ReadonlyArray<KeywordPattern> = [
    ...services.map((service) => ({ name: "service", parts: [service], matches: bothMatchTypes })),
    ...services.flatMap((service) =>
      cities
        .slice(0, 3)
        .map((city) => ({ name: "service city", parts: [service, city], matches: bothMatchTypes }))
    ),
    ...headings.map((fact) => ({ name: "heading", parts: [fact], matches: bothMatchTypes })),
    ...services.flatMap((service) =>
      (modifiers[primaryLanguage(language)] ?? []).map((words) => ({
        name: `service ${words}`,
        parts: [service, words],
        matches: ["phrase"] as const
      }))
    )
  ]
  return uniqueKeywords(
    patterns.flatMap((pattern) => keywordsFromPattern("service", pattern)),
    usedKeywords
  )
}

const legalForms =
  /\s+(?:inc|llc|ltd|limited|gmbh|ag|kg|ug|sarl|sas|sa|s\.?l\.?|corp|co|company|plc|bv|oy|ab)\.?$/iu

/**
 * Returns searches of people who know the business: its name without the legal form, and with its location.
 */
export const brandKeywords = (facts: BusinessFacts, domain: string): ReadonlyArray<KeywordDraft> => {
  const { brand, cities, offers } = facts
  const name = { ...brand, text: tidyHeading(brand.text).replace(legalForms, "") }
  const label = domain.split(".")[0] ?? ""
  // The domain's word counts as the business's name only if the name contains it.
  const short =
    toSearchText(name.text).split(" ")[0] === label.toLowerCase() ? [{ ...brand, text: label }] : []
  const patterns: ReadonlyArray<KeywordPattern> = [
    { name: "brand", parts: [name], matches: bothMatchTypes },
    ...short.map((fact) => ({ name: "brand in short", parts: [fact], matches: bothMatchTypes })),
    { name: "domain", parts: [{ ...brand, text: domain }], matches: ["exact"] },
    ...cities
      .slice(0, 2)
      .map((city) => ({ name: "brand city", parts: [name, city], matches: bothMatchTypes })),
    ...[name, ...short].flatMap((fact) =>
      offers
        .slice(0, 2)
        .map((offer) => ({ name: "brand service", parts: [fact, offer.name], matches: ["phrase"] as const }))
    )
  ]
  return uniqueKeywords(patterns.flatMap((pattern) => keywordsFromPattern("brand", pattern)))
}
