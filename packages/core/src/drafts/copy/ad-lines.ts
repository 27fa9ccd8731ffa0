import {
  descriptionLimits,
  descriptionProblem,
  headlineLimits,
  headlineProblem,
  widthOf
} from "../../campaigns/index.ts"
import { isSameWord, languageWords, termWords } from "../../outbound/index.ts"
import { checkClaims, evidenceOf, hasClaim } from "./claims.ts"
import { type BusinessFacts, type FactsPage, type FactText, mentionsOthers, type Offer } from "./facts.ts"
import {
  type CopyLine,
  commonWords,
  lineKey,
  namesInLines,
  passesStyle,
  properNames,
  quoteFact,
  sentenceCase,
  sentencesOf,
  tidy,
  tidyFact,
  tidyHeading,
  unusableText
} from "./line.ts"
import { fillTemplate, primaryLanguage, type Template } from "./phrases.ts"

/** The checks of a line for one landing page. */
const lineChecks = (facts: BusinessFacts, page: FactsPage) => {
  const evidence = evidenceOf(page, facts.language)
  const cuts = languageWords(primaryLanguage(facts.language))
  const isWhole = (text: string): boolean => {
    const last = termWords(text).at(-1) ?? ""
    const isOpen = (cuts?.cuts.has(last) ?? false) || (cuts?.and.has(last) ?? false)
    return !/^\p{Ll}/u.test(text) && (/[.!?]$/.test(text) || !isOpen)
  }
  const passes = (text: string): boolean =>
    passesStyle(text) && isWhole(text) && unusableText(text) === null && !mentionsOthers(facts, text)
  /** Adds the passage that proves the claims; null if there is none. */
  const proved = (line: CopyLine): CopyLine | null => {
    const verdict = checkClaims(line.text, evidence)
    if (!verdict.supported) return null
    const { passage } = verdict
    if (passage === null || line.source.from === "template" || line.source.from === "platform") return line
    return { ...line, source: { ...line.source, passage: passage.text } }
  }
  const keyOf = (text: string): string =>
    termWords(lineKey(text))
      .filter((word) => !(cuts?.cuts.has(word) ?? false))
      .toSorted()
      .join(" ")
  return { passes, proved, keyOf }
}
type LineChecks = ReturnType<typeof lineChecks>

/** A price without what it buys: "Costs $20", "Desde 195 euros". */
const barePrice =
  /^(?:(?:costs?|from|only|kostet|ab|nur|coûte|dès|à partir de|cuesta|desde|solo) )?[$€£]? ?\d[\d.,]* ?[$€£]?(?: \p{L}+)?$/iu

/** Headings that introduce a text and say nothing alone. */
const introduces =
  /^(?:what|why|how|who|when|where|our|we|warum|was|wie|wer|wo|unsere?|wir|pourquoi|comment|nos|notre|nous|por qué|qué|cómo|nuestr\p{L}+)(?!\p{L})[^?]*$/iu

/** Questions about something: "Wie oft ist sie sinnvoll?". One that names the offer says what the page answers. */
const asks =
  /^¿?(?:what|why|how|who|when|where|which|is|are|do|does|can|was|wie|wer|wo|wann|warum|für wen|welche\p{L}*|comment|pourquoi|quand|qui|quel\p{L}*|combien|pour qui|qué|cómo|cuándo|cuánto|quién|cuál|por qué|para quién)(?!\p{L}).*\?$/iu

/** Questions that readers ask themselves. */
const asksOneself = / (?:for me|für mich|pour moi|para mí)\?$/iu

/** Whether a headline says something alone: no introduction, no bare price, and no question about something else. */
const saysSomething = (text: string, { name, terms }: Offer): boolean => {
  const subject = [name, ...terms].flatMap((one) => termWords(one.text))
  const namesSubject = termWords(text).some(
    (word) => word.length > 3 && subject.some((one) => isSameWord(one, word))
  )
  const isAnswered = !asks.test(text) || (!asksOneself.test(text) && namesSubject)
  return isAnswered && !introduces.test(text) && !barePrice.test(text)
}

/** A sentence that starts like this refers to the one before it. */
const refersBack =
  /^(?:it|they|them|these|those|this|that|such|he|she|es|er|dies\p{L}*|dabei|dazu|damit|danach|dann|so|il|elle|ils|elles|cela|ceci|ainsi|esto|eso|estos|estas|ello|así)(?!\p{L})|^(?:wir|sie|we|you) \p{L}+ (?:es|sie|ihn|it|them)(?!\p{L})/iu

/** Sentences that ask something of customers are no reason to come: "Bring the registration." */
export const asksOfReaders = new RegExp(
  [
    /^(?:please|we (?:ask|require)|you must|bitte|veuillez|merci de|vous devez|por favor|debes?)(?!\p{L})/u,
    /^(?:bring|bringen sie|apportez|trae|traiga) .*(?:licen[cs]e|passport|documents?|registration|proof|ausweis|karte|unterlagen|papiers|pièce|carte|documentación|documentos|dni)(?!\p{L})/u
  ]
    .map(({ source }) => source)
    .join("|"),
  "iu"
)

/** Chooses lines that pass every check, without duplicates. Lines are never truncated. */
const choose = (
  candidates: Iterable<CopyLine>,
  limit: number,
  {
    isLine,
    keyOf,
    proved
  }: Pick<LineChecks, "keyOf" | "proved"> & { readonly isLine: (text: string) => boolean }
): ReadonlyArray<CopyLine> => {
  const chosen = new Map<string, CopyLine>()
  for (const candidate of candidates) {
    if (chosen.size === limit) break
    // "Implants in Leeds" and "Implants Leeds" are one line.
    const key = keyOf(candidate.text)
    if (key === "" || chosen.has(key) || !isLine(candidate.text)) continue
    const line = proved(candidate)
    if (line !== null) chosen.set(key, line)
  }
  return [...chosen.values()]
}

/** The theme of an ad: what it offers, and its landing page. */
export interface AdTheme {
  readonly facts: BusinessFacts
  readonly offer: Offer
  readonly page: FactsPage
}

/** An ad with fewer lines is not made: the platform could hardly combine them. */
export const minLines = { headlines: 8, descriptions: 3 } as const

const present = (lines: Iterable<CopyLine | null>): ReadonlyArray<CopyLine> =>
  [...lines].filter((line) => line !== null)

/** Whether the brand already names the offer: "Plumber by Lyon Plumbers" says it twice. */
const resembles = (offer: FactText, brand: FactText): boolean => {
  const stems = (text: string) =>
    termWords(text)
      .filter((word) => word.length > 3)
      .map((word) => word.slice(0, 5))
  return stems(offer.text).some((stem) => stems(brand.text).includes(stem))
}

/** Yields headlines: the landing page's own words first, then templates that join its facts. */
function* headlineCandidates({ facts, offer, page }: AdTheme): Generator<CopyLine | null> {
  const { brand, cities, language } = facts
  const textsOf = ({ paragraphs, summary }: FactsPage) =>
    [...paragraphs, ...(summary === null ? [] : [summary])].map(({ text }) => text)
  const texts = [page, facts.home].flatMap(textsOf)
  const names = new Set([
    ...properNames(texts),
    ...namesInLines([...page.headings, ...page.points, ...page.subheadings].map(({ text }) => text)),
    ...[...cities, brand].flatMap(({ text }) => text.toLowerCase().split(" "))
  ])
  const inCase = (fact: FactText): FactText => ({
    ...fact,
    text: sentenceCase(tidyHeading(fact.text), primaryLanguage(language), names)
  })
  const common = commonWords([...texts, ...facts.pages.flatMap(textsOf)])
  // A product's name keeps its capitals, unless the pages write all its words in lower case: "pendant lights".
  const hasOwnCase = ({ isProduct, name }: Offer) =>
    isProduct && !termWords(name.text).every((word) => common.has(word))
  const named = (one: Offer): FactText => (hasOwnCase(one) ? tidyFact(one.name) : inCase(one.name))
  const quote = (fact: FactText): CopyLine => quoteFact(inCase(fact))
  // "Dental" in "Aire Street Dental" is a word like any other in "Ask about dental implants".
  const isName = (word: string) => names.has(word) && !common.has(word)
  const fill = (template: Template, given: Parameters<typeof fillTemplate>[2]) =>
    fillTemplate(language, template, given, (word) => hasOwnCase(offer) || isName(word))
  const service = named(offer)
  const namesCity = ({ text }: FactText, city: FactText) =>
    text.toLowerCase().includes(city.text.toLowerCase())
  const localCities = offer.isProduct ? [] : cities.slice(0, 3)

  for (const city of localCities.slice(0, 1))
    if (!namesCity(service, city)) yield fill("service in city", { service, city })
  yield quoteFact(service)
  yield* page.headings.map(quote)
  yield* page.points.map(quote)
  // A part of the brand is its short form, and says less than the whole.
  const brandParts = lineKey(brand.text).split(" ")
  const isShortBrand = ({ text }: FactText) =>
    lineKey(text) !== lineKey(service.text) &&
    lineKey(text)
      .split(" ")
      .every((word) => brandParts.includes(word))
  yield* page.titles.filter((title) => !isShortBrand(title)).map(quote)
  yield* page.subheadings.filter(({ text }) => termWords(text).length > 1).map(quote)
  yield quoteFact({ ...brand, text: tidyHeading(brand.text) })
  for (const city of localCities.slice(1))
    if (!namesCity(service, city)) yield fill("service in city", { service, city })
  yield* page.paragraphs
    .slice(0, 6)
    .flatMap((fact) => sentencesOf(fact.text, language).map((text) => ({ ...fact, text })))
    .filter(({ text }) => termWords(text).length > 2 && /[.!?]$/.test(text))
    .map((fact) => quoteFact({ ...fact, text: tidyHeading(fact.text) }))
  if (offer.isProduct) yield fill("buy service", { service })
  if (page.url === facts.home.url) yield* facts.offers.map((one) => quoteFact(named(one)))
  if (!resembles(service, brand)) yield fill("service by brand", { service, brand })
  for (const city of cities.slice(0, 1))
    if (!namesCity(brand, city)) yield fill("brand in city", { brand, city })
  // What holds for the whole business, unless it claims something: its proof is on another page.
  const others = new Set(facts.offers.map(({ name }) => lineKey(name.text)))
  yield* facts.strengths.filter(({ text }) => !hasClaim(text) && !others.has(lineKey(text))).map(quote)
  yield* page.subheadings.filter(({ text }) => termWords(text).length === 1).map(quote)
  if (page.url !== facts.home.url && !offer.isProduct) yield fill("ask about service", { service })
  yield fill("contact brand", { brand })
  yield fill("visit brand", { brand })
}

/** Returns up to fifteen headlines; a model's lines come first. */
export const headlinesFor = (
  theme: AdTheme,
  modelLines: ReadonlyArray<CopyLine> = []
): ReadonlyArray<CopyLine> => {
  const checks = lineChecks(theme.facts, theme.page)
  const isLine = (text: string) =>
    headlineProblem(text) === null && saysSomething(text, theme.offer) && checks.passes(text)
  return choose([...modelLines, ...present(headlineCandidates(theme))], headlineLimits.max, {
    ...checks,
    isLine
  })
}

/** Shorter sentences use little of ninety characters, so they come after longer ones. */
const minLongWidth = 35

/** Groups the whole sentences of a text so that each group fits; sentences that do not fit are left out. */
const sentenceGroups = (
  fact: FactText,
  language: string,
  isUsable: (text: string) => boolean
): ReadonlyArray<CopyLine> => {
  const lines: Array<string> = []
  for (const sentence of sentencesOf(tidy(fact.text), language).filter(isUsable)) {
    const longer = `${lines.at(-1) ?? ""} ${sentence}`.trim()
    if (lines.length > 0 && widthOf(longer) <= descriptionLimits.width) lines[lines.length - 1] = longer
    else lines.push(sentence)
  }
  return lines.map((text) => quoteFact({ ...fact, text }))
}

function* descriptionCandidates(
  { facts, offer, page }: AdTheme,
  isUsable: (text: string) => boolean
): Generator<CopyLine | null> {
  const { brand, cities, home, language } = facts
  const [city] = cities
  const groups = (fact: FactText | null) => (fact === null ? [] : sentenceGroups(fact, language, isUsable))
  const ofPage = [page.summary, ...page.paragraphs.slice(0, 12)].flatMap(groups)
  yield* ofPage.slice(0, 2)
  yield* facts.descriptions.slice(0, 1).flatMap(groups)
  yield* ofPage.slice(2)
  yield* facts.descriptions.slice(1).flatMap(groups)
  if (page.url !== home.url) yield* [home.summary, ...home.paragraphs.slice(0, 3)].flatMap(groups)
  const named = (one: Offer): FactText =>
    one.isProduct
      ? tidyFact(one.name)
      : { ...one.name, text: sentenceCase(tidyHeading(one.name.text), primaryLanguage(language), new Set()) }
  const services = facts.offers.slice(0, 3).map(named)
  if (page.url === home.url) {
    if (services.length > 1) yield fillTemplate(language, "services of brand", { brand, services })
    return
  }
  if (city !== undefined && !offer.isProduct && !resembles(offer.name, brand))
    yield fillTemplate(language, "service of brand in city", { service: named(offer), brand, city })
  if (!offer.isProduct && !resembles(offer.name, brand))
    yield fillTemplate(language, "more about service", { service: named(offer), brand })
}

/** Returns up to four descriptions; a model's lines come first. */
export const descriptionsFor = (
  theme: AdTheme,
  modelLines: ReadonlyArray<CopyLine> = []
): ReadonlyArray<CopyLine> => {
  const checks = lineChecks(theme.facts, theme.page)
  const isLine = (text: string) =>
    descriptionProblem(text) === null &&
    checks.passes(text) &&
    !refersBack.test(text) &&
    !asksOfReaders.test(text) &&
    termWords(text).length > 3 &&
    /[.!?。]$/u.test(text)
  const lines = present(descriptionCandidates(theme, isLine))
  const isLong = ({ text }: CopyLine) => widthOf(text) >= minLongWidth
  return choose(
    [...modelLines, ...lines.filter(isLong), ...lines.filter((line) => !isLong(line))],
    descriptionLimits.max,
    { ...checks, isLine }
  )
}
