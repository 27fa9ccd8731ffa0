import {
  type Exclusion,
  type KeywordInUse,
  type ListedNegative,
  makeBlocker,
  termProblem
} from "../../campaigns/index.ts"
import { isGermanWork, isSameWord, languageWords, termWords } from "../../outbound/index.ts"
import { type BusinessFacts, type FactText, mentionsBrand, mentionsOthers, type Offer } from "./facts.ts"
import { type Idea, type IdeaFilter, isRelevant, isVenue, relevantIdeas, sharesWord } from "./ideas.ts"
import { type CopyLine, tidyHeading, unusableText } from "./line.ts"
import { fillTemplate, primaryLanguage } from "./phrases.ts"

/** Words that people add when they search for a provider nearby, for its price, or for a shop. */
export interface Modifiers {
  readonly local: string
  readonly nearby: string
  readonly price: string
  /** What people add who search for a provider anywhere. */
  readonly remote: ReadonlyArray<string>
  readonly buy: (product: string) => ReadonlyArray<string>
}

/** By primary language. */
const modifiers: Readonly<Record<string, Modifiers>> = {
  en: {
    local: "near me",
    nearby: "nearby",
    price: "cost",
    remote: ["online"],
    buy: (one) => [`buy ${one}`, `${one} online`, `${one} price`, `${one} shop`]
  },
  de: {
    local: "in der nähe",
    nearby: "in meiner nähe",
    price: "kosten",
    remote: ["preise", "online"],
    buy: (one) => [`${one} kaufen`, `${one} online kaufen`, `${one} preis`, `${one} bestellen`]
  },
  fr: {
    local: "près de moi",
    nearby: "à proximité",
    price: "prix",
    remote: ["tarif", "en ligne"],
    buy: (one) => [`acheter ${one}`, `${one} en ligne`, `${one} prix`, `boutique ${one}`]
  },
  es: {
    local: "cerca de mí",
    nearby: "cerca",
    price: "precio",
    remote: ["precios", "online"],
    buy: (one) => [`comprar ${one}`, `${one} online`, `${one} precio`, `tienda ${one}`]
  }
}

export interface KeywordDraft extends CopyLine {
  readonly match: Exclusion["match"]
}

/** More ideas would only vary what the phrases already match. */
const maxIdeas = 6

/** The keywords of an ad: with fewer it is not found, with more each gets too few searches to learn from. */
export const keywordLimits = { min: 5, max: 15 } as const

/** What already has a search: an ad of this campaign, another campaign, or a list that excludes it. */
export interface SearchOwner {
  readonly name: string
  readonly kind: "own ad" | "campaign" | "list"
}

/** Returns the owner of a search, or undefined. */
export type KeywordOwner = (text: string) => SearchOwner | undefined

/**
 * Finds the owners of searches among keywords in use: a phrase is shown for every search that contains it. A search
 * that a negative keyword list stops would never show an ad.
 */
export const keywordOwner = (
  inUse: ReadonlyArray<KeywordInUse>,
  listed: ReadonlyArray<ListedNegative>
): KeywordOwner => {
  const lists = [...Map.groupBy(listed, ({ list }) => list)].map(
    ([list, some]) =>
      [{ name: `the negative keyword list ${list}`, kind: "list" }, makeBlocker(some)] as const
  )
  const ownerOf = ({ campaign, ownAd }: KeywordInUse): SearchOwner =>
    ownAd === null ? { name: campaign, kind: "campaign" } : { name: `the ad ${ownAd}`, kind: "own ad" }
  // The first owner of a search is the nearest one.
  const byKey = new Map(inUse.toReversed().map((one) => [keywordKey(one.text), ownerOf(one)]))
  const phrases = inUse
    .filter(({ match }) => match !== "exact")
    .map((one) => [` ${termWords(one.text).join(" ")} `, ownerOf(one)] as const)
  return (text) => {
    const words = ` ${termWords(text).join(" ")} `
    return (
      byKey.get(keywordKey(text)) ??
      phrases.find(([phrase]) => words.includes(phrase))?.[1] ??
      lists.find(([, stops]) => stops(text))?.[0]
    )
  }
}

/** Converts a name to search text: lower case, without punctuation except inside a word. */
export const toSearchText = (text: string): string =>
  tidyHeading(text)
    .toLowerCase()
    .replaceAll(/\s+&\s+/g, " ")
    .replaceAll(/(?<=[\p{L}\p{N}])['’](?=\p{L})/gu, "'")
    .replaceAll(/(?<![\p{L}\p{N}])[-'’.]|[-'’.](?![\p{L}\p{N}])|[^\p{L}\p{M}\p{N}\s\-'.]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

const wordCount = (text: string): number => text.split(" ").length

/** A phrase of one word matches too many searches, so only the word itself is bid on. */
const matchOf = (text: string): KeywordDraft["match"] => (wordCount(text) === 1 ? "exact" : "phrase")

/** Two keywords with the same words compete with each other. */
export const keywordKey = (text: string): string => termWords(text).toSorted().join(" ")

/** Whether the platform treats two searches as one: they differ in plurals, prepositions or the order of words. */
const isSameSearch = (language: string) => {
  const words = languageWords(primaryLanguage(language))
  const contentOf = (text: string) =>
    termWords(text).filter((word) => !(words?.cuts.has(word) ?? false) && !(words?.and.has(word) ?? false))
  return (one: string, other: string): boolean => {
    const [some, others] = [contentOf(one), contentOf(other)]
    return some.length === others.length && some.every((word) => others.some((two) => isSameWord(word, two)))
  }
}

const keyword = (text: string, source: CopyLine["source"]): KeywordDraft => ({
  text,
  match: matchOf(text),
  source
})

const templateOf = (template: string): string => `keyword: ${template}`
/** The offer's own names, each of which people search for. */
const nameTemplate = templateOf("service")

const fromTerms = (template: string, text: string, facts: ReadonlyArray<FactText>): KeywordDraft =>
  keyword(text, {
    from: "template",
    template: templateOf(template),
    with: facts.map(({ at, text }, index) => ({ name: index === 0 ? "service" : "city", text, at }))
  })

const softwareWord = /(?<!\p{L})(?:software|app|logiciel|aplicación)(?!\p{L})/u

/** Searches for a service with its price; for a place, nearby; for what is sold everywhere, online. */
const serviceSearches = (
  { category, cities }: BusinessFacts,
  service: string,
  { nearby, price, remote }: Modifiers
): ReadonlyArray<string> => {
  if (isVenue(service)) return [`${service} ${nearby}`]
  if (cities.length > 0) return [`${service} ${price}`]
  const kind = softwareWord.exec(toSearchText(category?.name.text ?? ""))?.[0]
  return [
    ...(kind === undefined || softwareWord.test(service) ? [] : [`${service} ${kind}`]),
    ...[price, ...remote].map((word) => `${service} ${word}`)
  ]
}

/** In English the general word comes last: "events" of "private events" is searched for by people who want any. */
const isGeneral = ({ text }: FactText, terms: ReadonlyArray<FactText>, language: string): boolean => {
  const word = toSearchText(text)
  return (
    primaryLanguage(language) === "en" &&
    wordCount(word) === 1 &&
    terms.some((other) => toSearchText(other.text).endsWith(` ${word}`))
  )
}

/** Searches that others propose; the filter decides which of them belong to the page. */
interface ProposedSearches {
  readonly ideas: ReadonlyArray<Idea>
  /** A model's. */
  readonly proposed: ReadonlyArray<CopyLine>
}

/** Yields the searches for an offer, the most valuable first. */
function* candidates(
  facts: BusinessFacts,
  { isProduct, name, terms }: Offer,
  { ideas, proposed }: ProposedSearches,
  filter: IdeaFilter
): Generator<KeywordDraft> {
  const found = terms.length > 0 ? terms : [name]
  const words = modifiers[primaryLanguage(facts.language)]
  const cities = isProduct ? [] : facts.cities.slice(0, 2)
  const isNamed = (term: string, city: string) => ` ${term} `.includes(` ${toSearchText(city)} `)
  const withCity = (term: FactText, city: FactText) => {
    const text = toSearchText(term.text)
    return isNamed(text, city.text)
      ? []
      : [fromTerms("service city", `${text} ${toSearchText(city.text)}`, [term, city])]
  }
  const [main, ...more] = found
  const others = more.filter((term) => !isGeneral(term, found, facts.language))
  // A part of a service, such as a symptom, is searched for by people who want to read; with a place, to book.
  const isPart = (term: FactText) =>
    !isProduct && !sharesWord(term.text, name.text) && !isGermanWork(term.text)
  for (const term of [main!, ...others].slice(0, 6))
    if (!isPart(term)) yield fromTerms("service", toSearchText(term.text), [term])
  for (const city of cities) yield* withCity(main!, city)
  for (const idea of relevantIdeas(ideas, filter).slice(0, maxIdeas)) {
    yield keyword(toSearchText(idea.text), {
      from: "platform",
      seed: main!.text,
      monthly_searches: idea.monthlySearches
    })
  }
  for (const { source, text } of proposed.filter((one) => isRelevant(one.text, filter)).slice(0, maxIdeas))
    yield keyword(text, source)
  for (const term of others.slice(0, 5)) for (const city of cities.slice(0, 1)) yield* withCity(term, city)
  if (words !== undefined) {
    const text = toSearchText(main!.text)
    if (cities.length > 0) yield fromTerms(`service ${words.local}`, `${text} ${words.local}`, [main!])
    const intents = isProduct ? words.buy(text) : serviceSearches(facts, text, words)
    for (const one of intents) yield fromTerms("service and intent", one, [main!])
  }
  for (const city of cities) {
    const line = fillTemplate(facts.language, "service in city", { service: main!, city })
    if (line !== null && !isNamed(toSearchText(main!.text), city.text))
      yield fromTerms("service in city", toSearchText(line.text), [main!, city])
  }
  for (const term of others.slice(5))
    if (!isPart(term)) yield fromTerms("service", toSearchText(term.text), [term])
}

export interface ChosenKeywords {
  readonly keywords: ReadonlyArray<KeywordDraft>
  /** Searches that the keywords cover: no other ad of the draft may have them. */
  readonly covered?: ReadonlyArray<string>
  /** What already has some of them, each once. */
  readonly takenBy: ReadonlyArray<SearchOwner>
}

/**
 * Returns searches of customers for an offer, each with its source: never the brand, nothing about the website
 * itself, and nothing that another ad or campaign of the account has.
 */
export const serviceKeywords = (
  facts: BusinessFacts,
  offer: Offer,
  searches: ProposedSearches,
  filter: IdeaFilter,
  ownerOf: KeywordOwner
): ChosenKeywords => {
  const chosen = new Map<string, KeywordDraft>()
  const variants: Array<KeywordDraft> = []
  const isSame = isSameSearch(facts.language)
  const isOwnName = mentionsBrand(facts)
  const takenBy = new Map<string, SearchOwner>()
  for (const one of candidates(facts, offer, searches, filter)) {
    const key = keywordKey(one.text)
    const isValid =
      one.text !== "" &&
      termProblem(one.text) === null &&
      wordCount(one.text) <= 7 &&
      unusableText(one.text) === null
    const isForeign = mentionsOthers(facts, one.text) && !mentionsOthers(facts, offer.name.text)
    if (!isValid || isForeign || isOwnName(one.text) || chosen.has(key)) continue
    const owner = ownerOf(one.text)
    const isName = one.source.from === "template" && one.source.template === nameTemplate
    if (owner !== undefined) takenBy.set(owner.name, owner)
    else if (!isName && [...chosen.values()].some(({ text }) => isSame(text, one.text))) variants.push(one)
    else if (chosen.size < keywordLimits.max) chosen.set(key, one)
  }
  // A variant of a keyword adds little: it only helps an ad that has too few.
  for (const one of variants) if (chosen.size < keywordLimits.min) chosen.set(keywordKey(one.text), one)
  return {
    keywords: [...chosen.values()],
    covered: variants.map(({ text }) => text),
    takenBy: [...takenBy.values()]
  }
}

const legalForms =
  /\s+(?:inc|llc|ltd|limited|gmbh|ag|kg|ug|sarl|sas|sa|s\.?l\.?|corp|co|company|plc|bv|oy|ab)\.?$/iu

/** Returns searches of people who know the business: its name without the legal form, and with its location. */
export const brandKeywords = (facts: BusinessFacts, domain: string): ReadonlyArray<KeywordDraft> => {
  const { brand, cities, offers } = facts
  const name = { ...brand, text: tidyHeading(brand.text).replace(legalForms, "") }
  const label = domain.split(".")[0] ?? ""
  // The domain's word counts as the business's name only if the name contains it.
  const short =
    toSearchText(name.text).split(" ")[0] === label.toLowerCase() ? [{ ...brand, text: label }] : []
  const names = [name, ...short]
  const texts: ReadonlyArray<readonly [template: string, text: string, match: KeywordDraft["match"]]> = [
    ...names.flatMap(({ text }) =>
      (["phrase", "exact"] as const).map((match) => ["brand", toSearchText(text), match] as const)
    ),
    ["domain", toSearchText(domain), "exact"],
    ...cities
      .slice(0, 2)
      .map(
        ({ text }) => ["brand city", `${toSearchText(name.text)} ${toSearchText(text)}`, "phrase"] as const
      ),
    ...names.flatMap(({ text }) =>
      offers
        .slice(0, 2)
        .map(
          (offer) =>
            ["brand service", `${toSearchText(text)} ${toSearchText(offer.name.text)}`, "phrase"] as const
        )
    )
  ]
  const unique = new Map(
    texts
      .filter(([, text]) => text !== "" && termProblem(text) === null && wordCount(text) <= 7)
      .map(
        ([template, text, match]) =>
          [`${match} ${text}`, { ...fromTerms(template, text, [brand]), match }] as const
      )
  )
  return [...unique.values()].slice(0, keywordLimits.max)
}
