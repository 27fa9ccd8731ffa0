import {
  descriptionLimits,
  descriptionProblem,
  headlineLimits,
  headlineProblem,
  type SourcedText,
  widthOf
} from "../../campaigns/index.ts"
import {
  checkLine,
  deniesSomething,
  hasClaim,
  type LinePart,
  type PageSentence,
  type PageText
} from "../../claims/index.ts"
import { isAboutTheBusiness, isSameWord, languageWords, termWords } from "../../outbound/index.ts"
import {
  type BusinessFacts,
  checkContextOf,
  type FactsPage,
  type FactText,
  mentionsOthers,
  type Offer
} from "./facts.ts"
import { type CopyLine, quoteFact, quoteHeading, serviceInPlace, tidy, withoutShouting } from "./line.ts"

/* Selects the lines of ads from what the landing page says. Every line passes the checker, whoever wrote it. */

/** The theme of an ad: what it offers, and its landing page. */
export interface AdTheme {
  readonly facts: BusinessFacts
  readonly offer: Offer
  readonly page: FactsPage
}

/** A line that a model wrote, with the words of the page that it says it rests on. */
export interface QuotedLine extends CopyLine {
  readonly quote?: string | undefined
}

/** Returns a line with the sentence that proves it; null if a page does not prove it. */
export const provedLine = (
  facts: BusinessFacts,
  pages: ReadonlyArray<PageText>,
  part: LinePart & SourcedText["of"],
  { quote, source, text }: QuotedLine
): CopyLine | null => {
  if (mentionsOthers(facts, text)) return null
  const verdict = checkLine({ part, text, quote }, pages, checkContextOf(facts))
  if (!verdict.holds) return null
  if (verdict.evidence === null || (source.from !== "place" && source.from !== "model"))
    return { text, source }
  return { text, source: { ...source, passage: verdict.evidence.sentence } }
}

/** A sentence as a fact of its page. */
const factOf = ({ url }: PageText, { kind, text }: PageSentence): FactText => ({
  text,
  at: { in: "website", page: url, where: kind }
})

/** The sentences of a page that prove something and say what is there, by their kinds and in reading order. */
export const evidenceIn = (
  { text }: FactsPage,
  kinds: ReadonlyArray<PageSentence["kind"]>
): ReadonlyArray<FactText> =>
  text.sentences
    .filter(({ kind, notEvidence }) => notEvidence === null && kinds.includes(kind))
    .map((sentence) => factOf(text, sentence))

/** What a page says and no ad needs: hours, addresses, conditions, deliveries, and steps that customers take. */
const unfit =
  /\b(?:opening hours|öffnungszeiten|horaires|horario)|\b(?:monday|montag|lundi|lunes)\b.*\b(?:\d|friday|freitag|vendredi|viernes)|\b\d{5} \p{Lu}|\p{L}(?:straße|strasse|gasse) \d|\b\d+,? (?:rue|avenue|boulevard) |\bcalle \p{L}+,? \d|\b\d+ [\p{L} ]+ (?:street|road|avenue|st|ave|rd|lane|drive)\b|\b[A-Z]{2} \d{5}\b|\bcosts? more\b|\b(?:adds?|pays?|charges) [$€£]|[$€£]\s?\d+ more\b|\b(?:extra|surcharge|en supplément|aparte|zuzüglich|aufpreis)\b|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\bcancell?ations?\b|\bcharged in full\b|\bpayable\b|stornier|annulation|cancelaci|devoluci|\breturns?\b.*\baccepted\b|\bservice charge\b|^showing all|^(?:well done|congratulations|trusted by|used by|as seen)(?!\p{L})|^(?:(?:costs?|from|only|kostet|ab|nur|coûte|dès|à partir de|cuesta|desde|solo) )?[$€£¥]? ?\d[\d.,]* ?[$€£¥]?(?: (?:euros?|dollars?|pounds?))?$|^(?:please|we (?:ask|require)|you must|bitte|veuillez|merci de|vous devez|por favor|debes?|sorry|leider|désolé|lo sentimos)(?!\p{L})|^(?:bring|bringen sie|apportez|trae|traiga)(?!\p{L})/iu

/** A sentence that starts like this refers to the one before it. */
const refersBack =
  /^(?:it|they|them|these|those|this|that|such|he|she|but|so|then|and|or|also|es|er|dies\p{L}*|dabei|dazu|damit|danach|dann|so|aber|und|auch|il|elle|ils|elles|cela|ceci|ainsi|mais|et|esto|eso|estos|estas|ello|así|pero|y)(?!\p{L})|^(?:wir|sie|we|you) \p{L}+ (?:es|sie|ihn|it|them)(?!\p{L})/iu

/** Headings that introduce a text and say nothing alone, and questions. */
const introduces =
  /^¿?(?:what|why|how|who|when|where|which|is|are|do|does|can|our|we|was|warum|wie|wer|wo|wann|für wen|welche\p{L}*|unsere?|wir|pourquoi|comment|quand|qui|quel\p{L}*|combien|pour qui|nos|notre|nous|por qué|qué|cómo|cuándo|cuánto|quién|cuál|para quién|nuestr\p{L}+)(?!\p{L})|\?$/iu

const subjectOf = ({ name, terms }: Offer): ReadonlyArray<string> =>
  [name, ...terms].flatMap(({ text }) => termWords(text)).filter((word) => word.length > 3)

const isAbout = (text: string, subject: ReadonlyArray<string>): boolean =>
  termWords(text).some((word) => subject.some((one) => isSameWord(one, word)))

/** Chooses lines that pass, without duplicates: "Implants in Leeds" and "Implants Leeds" are one. */
const choose = (
  { facts, page }: AdTheme,
  part: "headline" | "description",
  candidates: Iterable<QuotedLine>,
  limit: number,
  isForm: (text: string) => boolean
): ReadonlyArray<CopyLine> => {
  const { cuts } = languageWords(facts.language)
  const chosen = new Map<string, CopyLine>()
  for (const candidate of candidates) {
    if (chosen.size === limit) break
    const words = termWords(candidate.text).filter((word) => !cuts.has(word))
    const key = words.toSorted().join(" ")
    if (key === "" || chosen.has(key) || !isForm(candidate.text)) continue
    const line = provedLine(facts, [page.text], part, candidate)
    if (line !== null) chosen.set(key, line)
  }
  return [...chosen.values()]
}

/** Whether a short text says something alone: two words, and no introduction, question or denial. */
const isOfWords = (text: string, { language }: BusinessFacts): boolean =>
  termWords(text).filter((word) => /\p{L}{3}/u.test(word)).length > 1 &&
  !introduces.test(text) &&
  !isAboutTheBusiness(text) &&
  !deniesSomething(text, language)

/** Enough for the platform to combine; lines about anything else would only fill up. */
const enoughHeadlines = 5

/** Yields headlines: the offer with its place, its names, then what the page says about it in a few words. */
function* headlineCandidates({ facts, offer, page }: AdTheme): Generator<CopyLine> {
  const { brand, cities, language, offers } = facts
  const service = { ...offer.name, text: quoteHeading(offer.name).text }
  const places = offer.isProduct
    ? []
    : cities.filter(({ text }) => !service.text.toLowerCase().includes(text.toLowerCase()))
  const inPlaces = places.slice(0, 3).map((place) => serviceInPlace(language, service, place))
  const subject = subjectOf(offer)
  const short = evidenceIn(page, ["heading", "item", "sentence"]).filter(({ text }) => isOfWords(text, facts))
  yield* inPlaces.slice(0, 1)
  yield* [service, ...page.names].map(quoteHeading)
  yield* short.filter(({ text }) => isAbout(text, subject)).map(quoteHeading)
  yield* short.filter(({ text }) => hasClaim(text)).map(quoteHeading)
  if (page.url === facts.home.url) yield* offers.map(({ name }) => quoteHeading(name))
  yield quoteHeading(brand)
  yield* inPlaces.slice(1)
}

/** What the page lists or heads without naming the offer: only for an ad that has little else. */
const otherHeadlines = ({ facts, page }: AdTheme): ReadonlyArray<CopyLine> =>
  evidenceIn(page, ["item"])
    .filter(({ text }) => isOfWords(text, facts))
    .map(quoteHeading)

const isHeadline = (text: string): boolean =>
  headlineProblem(text) === null && !unfit.test(text) && widthOf(text) > 2

/** Returns up to fifteen headlines; a model's lines come first. */
export const headlinesFor = (
  theme: AdTheme,
  modelLines: ReadonlyArray<QuotedLine> = []
): ReadonlyArray<CopyLine> => {
  const found = [...modelLines, ...headlineCandidates(theme)]
  const chosen = choose(theme, "headline", found, headlineLimits.max, isHeadline)
  return chosen.length >= enoughHeadlines
    ? chosen
    : choose(theme, "headline", [...chosen, ...otherHeadlines(theme)], enoughHeadlines, isHeadline)
}

/** Shorter sentences use little of ninety characters, so they come after longer ones. */
const minLongWidth = 35

const hasPrice = /[$€£¥%]/u

const isDescription = (text: string): boolean =>
  descriptionProblem(text) === null &&
  !unfit.test(text) &&
  !refersBack.test(text) &&
  termWords(text).length > 3

/** Returns up to four descriptions, which are whole sentences of the page; a model's lines come first. */
export const descriptionsFor = (
  theme: AdTheme,
  modelLines: ReadonlyArray<QuotedLine> = []
): ReadonlyArray<CopyLine> => {
  const subject = subjectOf(theme.offer)
  const denies = (text: string) => deniesSomething(text, theme.facts.language)
  const sentences = evidenceIn(theme.page, ["sentence", "item", "structured"])
    .map((fact) => quoteFact({ ...fact, text: withoutShouting(tidy(fact.text)) }))
    .filter(({ text }) => /[.!?。]$/u.test(text) && (hasPrice.test(text) || !denies(text)))
  // Sentences about the offer come first; among them, those that use their space.
  const rank = ({ text }: CopyLine) =>
    (denies(text) ? -4 : 0) +
    (isAbout(text, subject) || hasClaim(text) ? 2 : 0) +
    (widthOf(text) >= minLongWidth ? 1 : 0)
  const found = [...modelLines, ...sentences.toSorted((a, b) => rank(b) - rank(a))]
  return choose(theme, "description", found, descriptionLimits.max, isDescription)
}
