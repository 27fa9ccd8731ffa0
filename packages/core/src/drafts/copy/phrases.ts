import type { FactText } from "./facts.ts"
import type { CopyLine } from "./line.ts"

/*
 * Templates that join the website's text and claim nothing. In an unsupported language, the facts appear
 * without a template.
 */

const english = {
  "service in city": "{service} in {city}",
  "service by brand": "{service} by {brand}",
  "brand in city": "{brand} in {city}",
  "contact brand": "Contact {brand}",
  "visit brand": "Visit {brand}",
  "more about service": "Ask {brand} about {service}.",
  "buy service": "Buy {service} online",
  "ask about service": "Ask about {service}",
  "service of brand in city": "{service} by {brand} in {city}.",
  "services of brand": "{brand}: {services}.",
  "serving city": "Serving {city}"
}
export type Template = keyof typeof english
type Phrases = Readonly<Record<Template, string | null>>

const languages: Readonly<Record<string, Phrases>> = {
  en: english,
  de: {
    "service in city": "{service} in {city}",
    "service by brand": "{service} von {brand}",
    "brand in city": "{brand} in {city}",
    "contact brand": "{brand} kontaktieren",
    "visit brand": "{brand} besuchen",
    "more about service": "{service} bei {brand}.",
    "buy service": "{service} online kaufen",
    "ask about service": "{service}: jetzt anfragen",
    "service of brand in city": "{service} von {brand} in {city}.",
    "services of brand": "{brand}: {services}.",
    "serving city": "Vor Ort in {city}"
  },
  fr: {
    "service in city": "{service} à {city}",
    "service by brand": "{service} par {brand}",
    "brand in city": "{brand} à {city}",
    "contact brand": "Contactez {brand}",
    "visit brand": "Découvrez {brand}",
    "more about service": "Tout sur {service} chez {brand}.",
    "buy service": "Acheter {service} en ligne",
    "ask about service": "Une question sur {service}",
    "service of brand in city": "{service} par {brand} à {city}.",
    "services of brand": "{brand} : {services}.",
    "serving city": "À {city}"
  },
  es: {
    "service in city": "{service} en {city}",
    "service by brand": "{service} de {brand}",
    "brand in city": "{brand} en {city}",
    "contact brand": "Contacta con {brand}",
    "visit brand": "Visita {brand}",
    "more about service": "Todo sobre {service} en {brand}.",
    "buy service": "Comprar {service} online",
    "ask about service": "Consulta sobre {service}",
    "service of brand in city": "{service} de {brand} en {city}.",
    "services of brand": "{brand}: {services}.",
    "serving city": "En {city}"
  }
}

const neutral: Phrases = {
  "service in city": "{service} {city}",
  "service by brand": "{service} - {brand}",
  "brand in city": "{brand} {city}",
  "contact brand": null,
  "visit brand": null,
  "more about service": "{service} - {brand}",
  "buy service": null,
  "ask about service": null,
  "service of brand in city": "{service} - {brand} - {city}",
  "services of brand": "{brand}: {services}",
  "serving city": "{city}"
}

/** For example `de` of `de-CH`. */
export const primaryLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ""

const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** For example "a, b and c", in the conventions of the language. */
export const formatList = (language: string, items: ReadonlyArray<string>): string =>
  items.length > 1 && primaryLanguage(language) in languages && isLanguageTag(language)
    ? new Intl.ListFormat(language, { type: "conjunction" }).format(items)
    : items.join(", ")

/**
 * Lower-cases an offer within a sentence, in languages that do not capitalise nouns. Names and abbreviations
 * stay.
 */
const lowerCaseInSentence =
  (language: string, isSentenceStart: boolean, isName: (word: string) => boolean) =>
  (text: string, index: number): string =>
    (isSentenceStart && index === 0) ||
    isName(text.toLowerCase().split(" ")[0] ?? "") ||
    !["en", "fr", "es"].includes(primaryLanguage(language)) ||
    !/^\p{Lu}\p{Ll}/u.test(text)
      ? text
      : text.charAt(0).toLowerCase() + text.slice(1)

/** Fills a template; null if the language has no template. */
export const fillTemplate = (
  language: string,
  template: Template,
  facts: Readonly<Record<string, FactText | ReadonlyArray<FactText>>>,
  isName: (word: string) => boolean = () => false
): CopyLine | null => {
  const pattern = (languages[primaryLanguage(language)] ?? neutral)[template]
  if (pattern === null) return null
  const factsByName = new Map(Object.entries(facts).map(([name, factTexts]) => [name, [factTexts].flat()]))
  // One pass, because the website's text may itself look like a placeholder.
  const text = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const texts = (factsByName.get(name) ?? []).map(({ text }) => text)
    return formatList(
      language,
      name.startsWith("service") ? texts.map(lowerCaseInSentence(language, at === 0, isName)) : texts
    )
  })
  const usedFacts = [...factsByName].flatMap(([name, factTexts]) =>
    factTexts.map(({ at, text }) => ({ name, text, at }))
  )
  return { text, source: { from: "template", template, with: usedFacts } }
}
