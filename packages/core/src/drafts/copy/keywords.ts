import {
  type Exclusion,
  type KeywordInUse,
  type ListedNegative,
  makeBlocker,
  termProblem
} from "../../campaigns/index.ts"
import { isPlaceholder, normalise } from "../../claims/index.ts"
import { quoteList } from "../../log/sentence.ts"
import {
  isAboutTheBusiness,
  isGermanWork,
  isSameWord,
  languageWords,
  promises,
  termWords
} from "../../outbound/index.ts"
import type { Platform } from "../../platform/index.ts"
import type { AdTheme } from "./ad-lines.ts"
import {
  type BusinessFacts,
  type FactsPage,
  type FactText,
  mentionsBrand,
  mentionsOthers,
  type Offer
} from "./facts.ts"
import { type CopyLine, primaryLanguage, tidyHeading } from "./line.ts"

/*
 * Selects keywords: what people type for something that is sold, by its names on the website, with its places, and the
 * searches that the platform suggests or a model proposes for them.
 */

export interface KeywordDraft extends CopyLine {
  readonly match: Exclusion["match"]
}

/** More ideas would only vary what the phrases already match. */
const maxIdeas = 6

/** The keywords of an ad: with fewer it is not found, with more each gets too few searches to learn from. */
export const keywordLimits = { min: 1, max: 15 } as const

/** Searches that an ad gets no keywords for, because something else has them: "the ad Boilers". */
export interface TakenSearches {
  readonly owner: string
  readonly searches: ReadonlyArray<string>
}

const byOwner = (
  taken: ReadonlyArray<readonly [owner: string, search: string]>
): ReadonlyArray<TakenSearches> =>
  [...Map.groupBy(taken, ([owner]) => owner)].map(([owner, some]) => ({
    owner,
    searches: [...new Set(some.map(([, search]) => search))]
  }))

/** States which keywords an ad did not get, and why. */
export const leftOutText = ({ owner, searches }: TakenSearches): string =>
  `Left out of the keywords, since ${owner} has them: ${quoteList(searches)}.`

/** Names what has a search already, or returns undefined. */
export type KeywordOwner = (text: string) => string | undefined

/**
 * Finds the owners of searches among keywords in use: a phrase is shown for every search that contains it. A search
 * that a negative keyword list stops would never show an ad.
 */
export const keywordOwner = (
  inUse: ReadonlyArray<KeywordInUse>,
  listed: ReadonlyArray<ListedNegative>
): KeywordOwner => {
  const lists = [...Map.groupBy(listed, ({ list }) => list)].map(
    ([list, some]) => [`the negative keyword list ${list}`, makeBlocker(some)] as const
  )
  const ownerOf = ({ campaign, ownAd }: KeywordInUse) =>
    ownAd === null ? `the campaign ${campaign}` : `the ad ${ownAd}`
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

/** Whether the platform takes a text as a keyword, and people would type it. */
const isSearch = (text: string): boolean => text !== "" && termProblem(text) === null && wordCount(text) <= 7

/** A phrase of one word matches too many searches, so only the word itself is bid on. */
const matchOf = (text: string): KeywordDraft["match"] => (wordCount(text) === 1 ? "exact" : "phrase")

/** Two keywords with the same words compete with each other. */
export const keywordKey = (text: string): string => termWords(text).toSorted().join(" ")

/** Whether the platform treats two searches as one: they differ in plurals, prepositions or the order of words. */
const isSameSearch = (language: string) => {
  const { and, cuts } = languageWords(language)
  const contentOf = (text: string) => termWords(text).filter((word) => !cuts.has(word) && !and.has(word))
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

/** A search that the platform suggests, with its demand and the price of a click at the top of the page. */
export type Idea = Pick<Platform.KeywordIdea, "text" | "monthlySearches" | "highBid">

/** Whether two names share a word, or a part of a compound: "Dachdämmung" and "Dachsanierung". */
const sharesWord = (one: string, other: string): boolean =>
  termWords(one).some(
    (word) =>
      word.length > 3 &&
      termWords(other).some((known) => isSameWord(one, word) || word.includes(known.slice(0, 4)))
  )

/**
 * The terms of an offer that are searched for alone: its names, and parts of it that the page's title or heading names
 * too. Another section of the page may be about anything.
 */
export const mainTerms = ({ name, terms }: Offer, page: FactsPage): ReadonlyArray<FactText> => {
  const isNamed = (term: FactText) =>
    page.names.some(({ text }) => normalise(text).includes(normalise(term.text)))
  const found = terms.length > 0 ? terms : [name]
  return found.filter((term) => sharesWord(term.text, name.text) || isNamed(term))
}

/** Words of searches for a provider nearby, and for a price, which only a page with prices answers. */
const intents: Readonly<Record<string, { readonly local: string; readonly price: string }>> = {
  en: { local: "near me nearby local", price: "cost costs price prices quote quotes" },
  de: { local: "in der nähe umgebung", price: "kosten preis preise angebot" },
  fr: { local: "près de moi proximité", price: "prix tarif tarifs devis coût" },
  es: { local: "cerca de mí", price: "precio precios tarifa presupuesto coste" }
}

/** Whoever asks wants to know, not to buy. */
const questions = new Set(
  "how what why when who which was wie warum wann wer welche comment pourquoi quand qui quel quelle cómo qué cuándo quién cuál".split(
    " "
  )
)

const pricedPage = /[$€£¥]/u
const quotingPage = /\b(?:quotes?|estimates?|angebot|kostenvoranschlag|devis|presupuesto)\b/iu
const quoteWords = new Set("quote quotes angebot devis presupuesto".split(" "))

/** Whether a proposed search belongs to a landing page: it names the offer, and each word is on the page or an intent. */
const searchFilter = ({ facts, offer, page }: AdTheme): ((text: string) => boolean) => {
  const { cities, language } = facts
  const evidence = page.text.sentences.filter(({ notEvidence }) => notEvidence === null)
  const { and, cuts } = languageWords(language)
  const { local = "", price = "" } = intents[primaryLanguage(language)] ?? {}
  const small = [...cuts, ...and, "of", "de", "del", "du", "des", "la", "le"]
  const isPriced = evidence.some(({ text }) => pricedPage.test(text))
  const quotes = evidence.some(({ text }) => quotingPage.test(text))
  const known = new Set([
    ...[...evidence, offer.name, ...offer.terms, ...cities].flatMap(({ text }) => termWords(text)),
    ...small,
    ...(offer.isProduct || cities.length === 0 ? [] : local.split(" "))
  ])
  const prices = new Set(price.split(" "))
  const subject = [offer.name, ...mainTerms(offer, page).slice(0, 4)]
    .flatMap(({ text }) => termWords(text))
    .filter((word) => word.length > 3 && !small.includes(word))
  const atLeast = Math.min(2, new Set(subject).size)
  const isOf = (words: Iterable<string>, word: string) =>
    [...words].some((one) => one === word || isSameWord(one, word))
  return (text) => {
    const words = termWords(text)
    return (
      !questions.has(words[0] ?? "") &&
      !promises(text) &&
      words.filter((word) => isOf(subject, word)).length >= atLeast &&
      words.every((word) => (quoteWords.has(word) ? quotes : prices.has(word) ? isPriced : isOf(known, word)))
    )
  }
}

/** Whether every word of a term is in a search. */
const covers = (search: ReadonlyArray<string>, term: ReadonlyArray<string>): boolean =>
  term.every((word) => search.some((one) => isSameWord(one, word)))

/** Gives each idea to the offer whose term covers most of it, so that ads do not take each other's searches. */
export const ideasByOffer = (
  ideas: ReadonlyArray<Idea>,
  offers: ReadonlyArray<Offer>
): ReadonlyMap<Offer, ReadonlyArray<Idea>> => {
  const found = [...new Set(offers)].map((offer) => ({
    offer,
    terms: [offer.name, ...offer.terms].map(({ text }) => termWords(text)),
    ideas: [] as Array<Idea>
  }))
  for (const idea of ideas) {
    const words = termWords(idea.text)
    const covered = found.map(({ terms }) =>
      Math.max(0, ...terms.filter((term) => covers(words, term)).map(({ length }) => length))
    )
    found[covered.indexOf(Math.max(...covered))]?.ideas.push(idea)
  }
  return new Map(found.map(({ ideas, offer }) => [offer, ideas]))
}

/** Searches that the platform suggests and a model proposes. */
export interface ProposedSearches {
  readonly ideas: ReadonlyArray<Idea>
  readonly proposed: ReadonlyArray<CopyLine>
}

const minLoneWord = 9

/** Yields the searches for an offer, the most valuable first. */
function* candidates(theme: AdTheme, { ideas, proposed }: ProposedSearches): Generator<KeywordDraft> {
  const { facts } = theme
  const { isProduct, name, terms } = theme.offer
  const isRelevant = searchFilter(theme)
  const language = primaryLanguage(facts.language)
  const found = terms.length > 0 ? terms : [name]
  const cities = isProduct ? [] : facts.cities.slice(0, 2)
  const withCity = (term: FactText, city: FactText) => {
    const text = toSearchText(term.text)
    return ` ${text} `.includes(` ${toSearchText(city.text)} `)
      ? []
      : [fromTerms("service city", `${text} ${toSearchText(city.text)}`, [term, city])]
  }
  const [main, ...more] = found
  // A part of a service, such as a symptom, is searched for by people who want to read; with a place, to book.
  const isPart = (term: FactText) =>
    !isProduct && !sharesWord(term.text, name.text) && !isGermanWork(term.text)
  // A word alone is searched for by people who want anything, unless it is joined of several.
  const isNarrow = ({ text }: Pick<FactText, "text">) =>
    wordCount(toSearchText(text)) > 1 ||
    (text.length >= minLoneWord && language !== "en") ||
    language === "de"
  const others = more.filter(isNarrow)
  const names = [main!, ...others]
    .filter((term) => !isPart(term) && isNarrow(term))
    .map((term) => fromTerms("service", toSearchText(term.text), [term]))
  yield* names
  for (const city of cities) yield* withCity(main!, city)
  for (const idea of ideas
    .filter((one) => isNarrow(one) && isRelevant(one.text))
    .toSorted((a, b) => b.monthlySearches - a.monthlySearches)
    .slice(0, maxIdeas))
    yield keyword(toSearchText(idea.text), {
      from: "platform",
      seed: main!.text,
      monthly_searches: idea.monthlySearches
    })
  for (const { source, text } of proposed.filter((one) => isRelevant(one.text)).slice(0, maxIdeas))
    yield keyword(text, source)
  for (const term of others.slice(0, 5)) for (const city of cities.slice(0, 1)) yield* withCity(term, city)
}

export interface ChosenKeywords {
  readonly keywords: ReadonlyArray<KeywordDraft>
  /** What already has some of them, each once. */
  readonly takenBy: ReadonlyArray<TakenSearches>
}

/** Chooses the candidates that can be used and that nothing else has, each search once. */
const choose = (
  candidates: Iterable<KeywordDraft>,
  language: string,
  isUsable: (text: string) => boolean,
  ownerOf: KeywordOwner
): ChosenKeywords => {
  const chosen = new Map<string, KeywordDraft>()
  const taken: Array<readonly [owner: string, search: string]> = []
  const isSame = isSameSearch(language)
  const isRepeated = (search: string) => [...chosen.values()].some(({ text }) => isSame(text, search))
  for (const one of candidates) {
    const key = keywordKey(one.text)
    if (!isSearch(one.text) || chosen.has(key) || !isUsable(one.text)) continue
    const owner = ownerOf(one.text)
    const isName = one.source.from === "template" && one.source.template === nameTemplate
    if (owner !== undefined) taken.push([owner, one.text])
    else if (chosen.size < keywordLimits.max && (isName || !isRepeated(one.text))) chosen.set(key, one)
  }
  return { keywords: [...chosen.values()], takenBy: byOwner(taken) }
}

/**
 * Returns searches of customers for an offer, each with its source: never the brand, nothing about the website
 * itself, and nothing that another ad or campaign of the account has.
 */
export const serviceKeywords = (
  theme: AdTheme,
  searches: ProposedSearches,
  ownerOf: KeywordOwner
): ChosenKeywords => {
  const { facts, offer } = theme
  const isOwnName = mentionsBrand(facts)
  const sellsOthers = mentionsOthers(facts, offer.name.text)
  const isUsable = (text: string) =>
    !isAboutTheBusiness(text) &&
    !isPlaceholder(text) &&
    !isOwnName(text) &&
    (sellsOthers || !mentionsOthers(facts, text))
  return choose(candidates(theme, searches), facts.language, isUsable, ownerOf)
}

const legalForms =
  /\s+(?:inc|llc|ltd|limited|gmbh|ag|kg|ug|sarl|sas|sa|s\.?l\.?|corp|co|company|plc|bv|oy|ab)\.?$/iu

/** Returns searches of people who know the business: its name without the legal form, and its domain. */
export const brandKeywords = ({ brand, domain }: BusinessFacts): ReadonlyArray<KeywordDraft> => {
  const name = toSearchText(tidyHeading(brand.text).replace(legalForms, ""))
  const exact = [...new Set([name, domain.split(".")[0] ?? "", domain])]
  const all = [[name, "phrase"] as const, ...exact.map((text) => [text, "exact"] as const)]
  return all
    .filter(([text]) => isSearch(text))
    .map(([text, match]) => ({ ...fromTerms("brand", text, [brand]), match }))
}

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
  const searches = [name, ...additions.filter((word) => word !== "").map((word) => `${name} ${word}`)]
  const isOwnName = mentionsBrand(facts)
  return choose(
    searches.map((text) => ({
      text,
      match: text === name ? "exact" : "phrase",
      source: {
        from: "template",
        template: "keyword: competitor",
        with: [{ name: "competitor", text: competitor, at: { in: "profile", where: "competitors" } }]
      }
    })),
    language,
    (text) => name !== "" && !isOwnName(text),
    ownerOf
  )
}

/**
 * Leaves out the keywords of a call that another ad of the campaign has: the two ads would compete. Another match type
 * is another keyword.
 */
export const withoutOwnAds = <Keyword extends Exclusion>(
  given: ReadonlyArray<Keyword>,
  inUse: ReadonlyArray<KeywordInUse>
): { readonly kept: ReadonlyArray<Keyword>; readonly takenBy: ReadonlyArray<TakenSearches> } => {
  const keyOf = ({ match, text }: { readonly match: string; readonly text: string }) =>
    `${match} ${keywordKey(text)}`
  const owners = new Map(
    inUse.flatMap((one) => (one.ownAd === null ? [] : [[keyOf(one), `the ad ${one.ownAd}`] as const]))
  )
  const taken = given.flatMap((one) => {
    const owner = owners.get(keyOf(one))
    return owner === undefined ? [] : [[owner, one.text] as const]
  })
  return { kept: given.filter((one) => !owners.has(keyOf(one))), takenBy: byOwner(taken) }
}

/** The warning of every competitor draft. */
export const competitorWarning =
  "Searches for another company's name usually cost more and convert less. The names are keywords only; no ad text contains them."
