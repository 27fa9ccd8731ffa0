import {
  descriptionLimits,
  descriptionProblem,
  headlineLimits,
  headlineProblem,
  widthOf
} from "../../campaigns/index.ts"
import { termWords } from "../../outbound/index.ts"
import { hasClaim } from "./claims.ts"
import type { BusinessFacts, FactsPage, FactText, Offer } from "./facts.ts"
import {
  type CopyLine,
  commonWords,
  lineKey,
  namesInLines,
  properNames,
  quoteFact,
  sentenceCase,
  sentencesOf,
  tidy,
  tidyFact,
  tidyHeading
} from "./line.ts"
import { asksOfReaders, choose, lineChecks, refersBack, saysSomething } from "./line-checks.ts"
import { fillTemplate, primaryLanguage, type Template } from "./phrases.ts"

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
