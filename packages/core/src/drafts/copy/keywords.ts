import { termProblem } from "../../campaigns/index.ts"
import type { Facts, Said } from "./facts.ts"
import type { Theme } from "./headlines.ts"
import type { Line } from "./line.ts"
import { languageOf } from "./phrases.ts"
import { tidyHeading } from "./tidy.ts"

export interface KeywordDraft extends Line {
  readonly match: "phrase" | "exact"
}

/** More on one ad would each get too few searches to learn from. */
const most = 15

/** What people add when they look for somebody to do it. */
const modifiers: Readonly<Record<string, ReadonlyArray<string>>> = {
  en: ["near me", "cost"],
  de: ["in der nähe", "kosten"],
  fr: ["près de moi", "prix"],
  es: ["cerca de mí", "precio"]
}

/** A name as people type it: small letters, no punctuation but what stands inside a word. */
export const asTyped = (text: string): string =>
  tidyHeading(text)
    .toLowerCase()
    .replaceAll(/(?<=[\p{L}\p{N}])['’](?=\p{L})/gu, "'")
    .replaceAll(/(?<![\p{L}\p{N}])[-'’.]|[-'’.](?![\p{L}\p{N}])|[^\p{L}\p{M}\p{N}\s\-'.]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

interface Pattern {
  readonly name: string
  readonly parts: ReadonlyArray<Said | string>
  readonly matches: ReadonlyArray<KeywordDraft["match"]>
}

const wordsIn = (text: string): number => text.split(" ").length

/** One keyword for each match type that the pattern asks for; none where it says nothing, or the same word twice. */
const keywordsOf = (theme: string, { matches, name, parts }: Pattern): ReadonlyArray<KeywordDraft> => {
  const texts = parts.map((part) => asTyped(typeof part === "string" ? part : part.text))
  const text = texts.join(" ")
  const repeats = texts.slice(1).some((one) => ` ${texts[0]} `.includes(` ${one} `))
  if (texts.includes("") || repeats || termProblem(text) !== null || wordsIn(text) > 6) return []
  const given = parts.filter((part) => typeof part !== "string")
  return matches.map((match) => ({
    text,
    match,
    source: {
      from: "template",
      template: `keyword: ${name}`,
      with: given.map(({ at, text }) => ({ name: theme, text, at }))
    }
  }))
}

const once = (keywords: Iterable<KeywordDraft>, taken: ReadonlySet<string> = new Set()) => {
  const found = new Map<string, KeywordDraft>()
  for (const keyword of keywords) {
    const key = `${keyword.match} ${keyword.text}`
    if (!taken.has(key) && !found.has(key)) found.set(key, keyword)
  }
  return [...found.values()].slice(0, most)
}

const both = ["phrase", "exact"] as const

/** What people who need it search for: the offer, where, and in the words that come with it. Never the brand. */
export const serviceKeywords = (
  { facts, offer }: Theme,
  taken?: ReadonlySet<string>
): ReadonlyArray<KeywordDraft> => {
  const { cities, home, language } = facts
  const brand = asTyped(facts.brand.text)
  const isOther = ({ text }: Said) => !` ${asTyped(text)} `.includes(` ${brand} `)
  const services = (offer === null ? facts.offers.slice(0, 4).map(({ name }) => name) : [offer.name]).filter(
    isOther
  )
  const headings = (offer?.page ?? home).headings
    .slice(0, 1)
    .filter((said) => isOther(said) && wordsIn(asTyped(said.text)) <= 4)
  const patterns: ReadonlyArray<Pattern> = [
    ...services.map((service) => ({ name: "service", parts: [service], matches: both })),
    ...services.flatMap((service) =>
      cities.slice(0, 3).map((city) => ({ name: "service city", parts: [service, city], matches: both }))
    ),
    ...headings.map((said) => ({ name: "heading", parts: [said], matches: both })),
    ...services.flatMap((service) =>
      (modifiers[languageOf(language)] ?? []).map((words) => ({
        name: `service ${words}`,
        parts: [service, words],
        matches: ["phrase"] as const
      }))
    )
  ]
  return once(
    patterns.flatMap((pattern) => keywordsOf("service", pattern)),
    taken
  )
}

const legalForms =
  /\s+(?:inc|llc|ltd|limited|gmbh|ag|kg|ug|sarl|sas|sa|s\.?l\.?|corp|co|company|plc|bv|oy|ab)\.?$/iu

/** What people type who know the business: its name, without its legal form, and with where it is. */
export const brandKeywords = (facts: Facts, domain: string): ReadonlyArray<KeywordDraft> => {
  const { brand, cities, offers } = facts
  const name = { ...brand, text: tidyHeading(brand.text).replace(legalForms, "") }
  const label = domain.split(".")[0] ?? ""
  // The domain's own word is a name of the business only where the business is called so.
  const short = asTyped(name.text).split(" ")[0] === label.toLowerCase() ? [{ ...brand, text: label }] : []
  const patterns: ReadonlyArray<Pattern> = [
    { name: "brand", parts: [name], matches: both },
    ...short.map((said) => ({ name: "brand in short", parts: [said], matches: both })),
    { name: "domain", parts: [{ ...brand, text: domain }], matches: ["exact"] },
    ...cities.slice(0, 2).map((city) => ({ name: "brand city", parts: [name, city], matches: both })),
    ...[name, ...short].flatMap((said) =>
      offers
        .slice(0, 2)
        .map((offer) => ({ name: "brand service", parts: [said, offer.name], matches: ["phrase"] as const }))
    )
  ]
  return once(patterns.flatMap((pattern) => keywordsOf("brand", pattern)))
}
