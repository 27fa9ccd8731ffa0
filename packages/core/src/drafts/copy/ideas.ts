import { isSameWord, languageWords, termWords } from "../../outbound/index.ts"
import { hasClaim } from "./claims.ts"
import type { BusinessFacts, FactsPage, FactText, Offer } from "./facts.ts"
import { lineKey } from "./line.ts"
import { primaryLanguage } from "./phrases.ts"

/** Whether two names share a word, or a part of a compound: "Dachdämmung" and "Dachsanierung". */
export const sharesWord = (one: string, other: string): boolean =>
  termWords(one).some(
    (word) =>
      word.length > 3 &&
      termWords(other).some((known) => isSameWord(word, known) || word.includes(known.slice(0, 4)))
  )

/**
 * The terms of an offer that are searched for alone: its names, and parts of it that the page's title or heading names
 * too. Another section of the page may be about anything.
 */
export const mainTerms = ({ name, terms }: Offer, page: FactsPage): ReadonlyArray<FactText> => {
  const isNamed = (term: FactText) =>
    [...page.titles, ...page.headings].some(({ text }) => lineKey(text).includes(lineKey(term.text)))
  const found = terms.length > 0 ? terms : [name]
  return found.filter((term) => sharesWord(term.text, name.text) || isNamed(term))
}

/** A search that the platform suggests, with its demand. */
export interface Idea {
  readonly text: string
  readonly monthlySearches: number
  /** The price of a click at the top of the page; null if the platform does not know it. */
  readonly highBid: number | null
}

/** Words of intent that promise nothing: whoever adds them still looks for the offer. */
const intentWords: Readonly<
  Record<string, { readonly local: string; readonly service: string; readonly product: string }>
> = {
  en: {
    local: "near me nearby local",
    service: "cost costs price prices quote quotes",
    product: "price prices buy online shop"
  },
  de: {
    local: "nähe umgebung der",
    service: "kosten preis preise angebot",
    product: "preis preise kaufen online shop bestellen"
  },
  fr: {
    local: "près moi proximité",
    service: "prix tarif tarifs devis coût",
    product: "prix acheter ligne boutique"
  },
  es: {
    local: "cerca mí",
    service: "precio precios tarifa presupuesto coste",
    product: "precio precios comprar online tienda"
  }
}

const venueWord =
  /(?:restaurants?|restaurantes?|cafés?|bars?|pubs?|shops?|stores?|firms?|hotels?|hoteles|boutiques?|magasins?|tiendas?|geschäfte?|laden|läden)$/u

/** Whether a name is that of a kind of place or company: nobody asks for the price of a restaurant. */
export const isVenue = (name: string): boolean => termWords(name).some((word) => venueWord.test(word))

/** Whoever asks wants to know, not to buy. */
const questions = new Set(
  "how what why when who which was wie warum wann wer welche comment pourquoi quand qui quel quelle cómo qué cuándo quién cuál".split(
    " "
  )
)

/** What an idea may consist of. */
export interface IdeaFilter {
  /** The words of the landing page. */
  readonly known: ReadonlySet<string>
  /** Words of the offer's names: an idea without any of them is about something else. */
  readonly subject: ReadonlyArray<string>
  /** Words of its parts: whoever searches for a part to book it adds a place. */
  readonly parts: ReadonlyArray<string>
  /** Words for places, of which a search has one. */
  readonly local: ReadonlySet<string>
  readonly cities: ReadonlySet<string>
  /** Words that ask for a price or want to buy, of which a search has one, and none beside a place. */
  readonly wanted: ReadonlySet<string>
}

const isKnown = (word: string, known: ReadonlySet<string>): boolean =>
  known.has(word) || [...known].some((one) => isSameWord(one, word))

export const ideaFilter = (facts: BusinessFacts, offer: Offer, page: FactsPage): IdeaFilter => {
  const language = primaryLanguage(facts.language)
  const found = languageWords(language)
  const texts = [
    ...page.titles,
    ...page.headings,
    ...page.subheadings,
    ...page.points,
    ...page.paragraphs,
    ...(page.summary === null ? [] : [page.summary]),
    ...offer.terms,
    ...facts.cities
  ].map(({ text }) => text)
  const functionWords = [
    ...(found?.cuts ?? []),
    ...(found?.and ?? []),
    "of",
    "de",
    "del",
    "du",
    "des",
    "la",
    "le"
  ]
  const intent = intentWords[language]
  const local = new Set(offer.isProduct || facts.cities.length === 0 ? [] : (intent?.local ?? "").split(" "))
  const intended = offer.isProduct ? intent?.product : isVenue(offer.name.text) ? "" : intent?.service
  const wanted = new Set((intended ?? "").split(" ").filter((word) => word !== ""))
  const subjectOf = (terms: ReadonlyArray<FactText>) =>
    terms
      .flatMap(({ text }) => termWords(text))
      .filter((word) => word.length > 3 && !functionWords.includes(word))
  return {
    known: new Set([...texts.flatMap(termWords), ...functionWords, ...local, ...wanted]),
    subject: subjectOf([offer.name, ...mainTerms(offer, page).slice(0, 4)]),
    parts: subjectOf(offer.terms.slice(0, 4)),
    local,
    wanted,
    cities: new Set(facts.cities.flatMap(({ text }) => termWords(text)))
  }
}

/**
 * Whether a proposed search belongs to the landing page: every word must be on the page or state an intent. So jobs,
 * other towns, other brands and do-it-yourself are left out.
 */
export const isRelevant = (
  text: string,
  { cities, known, local, parts, subject, wanted }: IdeaFilter
): boolean => {
  const words = termWords(text)
  const count = (set: ReadonlySet<string>) => words.filter((word) => set.has(word)).length
  const isAbout = (wordsOfOffer: ReadonlyArray<string>) =>
    words.filter((word) => wordsOfOffer.some((one) => isSameWord(one, word))).length >=
    Math.min(2, new Set(wordsOfOffer).size)
  const isLocal = count(local) > 0
  const isOverloaded = (count(cities) > 0 && (isLocal || count(wanted) > 0)) || count(wanted) > 1
  // "Same day" is a promise of two words.
  const promises = hasClaim(text) && !words.some((word) => hasClaim(word) && subject.includes(word))
  if (questions.has(words[0] ?? "") || isOverloaded || promises) return false
  return (isAbout(subject) || (isLocal && isAbout(parts))) && words.every((word) => isKnown(word, known))
}

/** Selects the ideas that belong to the landing page, the most searched first. */
export const relevantIdeas = (ideas: ReadonlyArray<Idea>, filter: IdeaFilter): ReadonlyArray<Idea> =>
  ideas
    .filter(({ text }) => isRelevant(text, filter))
    .toSorted((a, b) => b.monthlySearches - a.monthlySearches)

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
