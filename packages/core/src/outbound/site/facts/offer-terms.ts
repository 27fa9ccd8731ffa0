import {
  bodySentences,
  isContent,
  locate,
  type Page,
  type PageText,
  type Site,
  type SiteOffer
} from "../page.ts"
import {
  coreName,
  headNoun,
  isGermanWork,
  isOfferName,
  isSameWord,
  languageWords,
  namesBrand,
  nameWithoutPlace,
  splitName,
  termWords,
  titleParts
} from "./terms.ts"
import { isAboutTheBusiness } from "./words.ts"

const maxTerms = 10

/** Phrases around a product's noun, such as "hiking backpack": few people search for a product's own name. */
const phrasesAround = (
  noun: string,
  texts: ReadonlyArray<PageText>,
  language: string
): ReadonlyArray<PageText> => {
  const known = languageWords(language)
  // German joins nouns to one word, and its adjectives change their endings.
  if (known.cuts.size === 0 || known.nounFirst || language === "de" || noun.length < 3) return []
  const isFree = (word: string) =>
    !known.notInNames.has(word) && !known.cuts.has(word) && !known.and.has(word) && !/\d/.test(word)
  return texts.flatMap((found) => {
    const tokens = termWords(found.text)
    return tokens.flatMap((token, index) => {
      if (!isSameWord(token, noun)) return []
      return [2, 3].flatMap((length) => {
        const phrase = tokens.slice(Math.max(0, index - length + 1), index + 1)
        const isMeasure = /^\d/.test(tokens[index - length] ?? "")
        return phrase.length === length && !isMeasure && phrase.slice(0, -1).every(isFree)
          ? [{ text: phrase.join(" "), url: found.url, at: found.at }]
          : []
      })
    })
  })
}

/** Counts how often each text occurs; the most frequent first. */
const byFrequency = (found: ReadonlyArray<PageText>): ReadonlyArray<PageText> => {
  const groups = Map.groupBy(found, ({ text }) => text)
  return [...groups.values()].toSorted((a, b) => b.length - a.length).map(([first]) => first!)
}

const alternatives = new Set(["or", "oder", "ou", "o"])
/** A section about prices is part of no service. */
const priceWords = new Set(
  "price prices pricing cost costs fees preis preise kosten kostet prix tarif tarifs coût precio precios tarifa tarifas coste".split(
    " "
  )
)

/** A heading of a section names a part of the service, unless it is a slogan or a single common word. */
const partOfService = (heading: PageText, name: string, language: string): boolean => {
  const parts = termWords(heading.text)
  if (!isOfferName(heading.text, language, 4) || isAboutTheBusiness(heading.text)) return false
  const known = languageWords(language)
  // With a preposition or a choice it describes, as "Timesheets without typing" does; "douche à l'italienne" is a name.
  const isOfName = parts.some(
    (part) => part.length > 3 && termWords(name).some((one) => isSameWord(one, part))
  )
  const describes = (part: string) => part !== "à" && (known.cuts.has(part) || alternatives.has(part))
  if (!isOfName && parts.some(describes)) return false
  if (parts.some((part) => priceWords.has(part) || /\d/.test(part))) return false
  if (language !== "de") return parts.length > 1
  if (isGermanWork(heading.text)) return true
  // A German heading of a part repeats the stem: "Dachdämmung" of "Dachsanierung".
  const stems = termWords(name).map((word) => word.slice(0, 4))
  return stems.some((stem) => stem.length === 4 && parts.some((part) => part.includes(stem)))
}

/** Each term once, where it occurs last: a name that a heading repeats follows the parts that it has. */
const uniqueTerms = (found: ReadonlyArray<PageText>): ReadonlyArray<PageText> =>
  [...new Map(found.toReversed().map((one) => [termWords(one.text).join(" "), one])).values()].toReversed()

/** The terms of an offer, the most important first: names of the offer and of its parts. */
export const offerTerms = (
  site: Site,
  offer: SiteOffer,
  page: Page | undefined,
  brand: string,
  places: ReadonlySet<string>
): ReadonlyArray<PageText> => {
  const { language } = site
  const name: PageText = { text: offer.text, url: offer.url, at: offer.at }
  const headings = page?.headings.filter(({ text }) => !namesBrand(text, brand)) ?? []
  const ofPage = page === undefined ? [] : [...headings.slice(0, 1), ...titleParts(page, brand)]
  const names = [name, ...ofPage].flatMap((one) =>
    [coreName(one.text, language, places), nameWithoutPlace(one.text, language, places)]
      .filter((text) => isOfferName(text, language, 6) && !isAboutTheBusiness(text))
      .flatMap((text) => [...splitName(text, language), text].map((part) => ({ ...one, text: part })))
  )
  const opening =
    page === undefined
      ? []
      : [
          page.title,
          page.description,
          ...page.headings,
          ...bodySentences(page)
            .filter((one) => one.kind === "sentence" && isContent(one))
            .slice(0, 6)
            .map((sentence) => locate(page, sentence))
        ].filter((one) => one !== null)
  // A part of the product's own name counts only where it stands without the rest.
  const withoutName = opening.map((one) => ({ ...one, text: one.text.replaceAll(offer.text, " ") }))
  const noun = headNoun(coreName(offer.text, language, places), language)
  const around = offer.isProduct ? byFrequency(phrasesAround(noun, withoutName, language)) : []
  // The sections of a category name kinds of its products, and its cards the products themselves.
  const cards = new Set(site.pages.flatMap((one) => one.headings.slice(0, 1).map(({ text }) => text)))
  const isKind = ({ text }: PageText) =>
    !cards.has(text) && termWords(text).some((word) => isSameWord(word, noun))
  const parts =
    page === undefined
      ? []
      : headings
          .slice(1)
          .filter((heading) => partOfService(heading, offer.text, language))
          .filter((heading) => !offer.isProduct || isKind(heading))
          .map(({ at, text, url }) => ({ text, url, at }))
  return uniqueTerms([...around.slice(0, 4), ...names, ...parts]).slice(0, maxTerms)
}
