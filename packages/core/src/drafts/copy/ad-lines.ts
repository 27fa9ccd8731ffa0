import {
  descriptionLimits,
  descriptionProblem,
  headlineLimits,
  headlineProblem,
  widthOf
} from "../../campaigns/index.ts"
import { type BusinessFacts, type FactText, mentionsCompetitor, type Offer } from "./facts.ts"
import {
  type CopyLine,
  chooseLines,
  headingLine,
  passesStyle,
  quoteFact,
  sentencesOf,
  tidy,
  tidyFact
} from "./line.ts"
import { fillTemplate, type Template } from "./phrases.ts"

/** The theme of an ad: one of the offers, or the business as a whole. */
export interface AdTheme {
  readonly facts: BusinessFacts
  readonly offer: Offer | null
}

const isHeadline = (text: string): boolean => headlineProblem(text) === null && passesStyle(text)

/** Whether a text already names the location. */
const mentionsPlace = ({ text }: FactText, { text: place }: FactText): boolean =>
  text.toLowerCase().includes(place.toLowerCase())

/** Yields all candidates, best first: lines about the theme come before general ones. */
function* headlineCandidates({ facts, offer }: AdTheme): Generator<CopyLine | null> {
  const { brand, cities, home, language } = facts
  const fill = (template: Template, given: Parameters<typeof fillTemplate>[2]) =>
    fillTemplate(language, template, given)
  const page = offer?.page ?? home
  if (offer !== null) {
    const offerName = tidyFact(offer.name)
    for (const city of cities.slice(0, 3)) {
      if (!mentionsPlace(offerName, city)) yield fill("service in city", { service: offerName, city })
    }
    yield* page.headings.map(headingLine)
    yield quoteFact(offerName)
    yield quoteFact(brand)
    yield fill("service by brand", { service: offerName, brand })
  } else {
    yield quoteFact(brand)
    yield* page.headings.map(headingLine)
    for (const city of cities.slice(0, 3)) {
      if (!mentionsPlace(brand, city)) yield fill("brand in city", { brand, city })
    }
  }
  yield* page.points.map(headingLine)
  yield fill("contact brand", { brand })
  yield* facts.strengths.map(headingLine)
  if (offer !== null) {
    for (const city of cities.slice(0, 1))
      if (!mentionsPlace(brand, city)) yield fill("brand in city", { brand, city })
    yield* home.headings.map(headingLine)
  } else {
    yield* facts.offers.map(({ name }) => headingLine(name))
  }
  yield fill("visit brand", { brand })
  yield* page.subheadings.map(headingLine)
}

/** Returns up to fifteen headlines; a model's lines come first. The caller checks whether they are enough. */
export const headlinesFor = (
  theme: AdTheme,
  modelLines: ReadonlyArray<CopyLine> = []
): ReadonlyArray<CopyLine> =>
  chooseLines(
    [...modelLines, ...[...headlineCandidates(theme)].filter((line) => line !== null)],
    headlineLimits.max,
    (text) => isHeadline(text) && !mentionsCompetitor(theme.facts, text)
  )

/** Whether a text is a whole sentence: a text that starts with a small letter is a fragment. */
const isDescription = (text: string): boolean =>
  descriptionProblem(text) === null && passesStyle(text) && !/^\p{Ll}/u.test(text)

/** Shorter sentences use little of ninety characters, so they come after longer ones. */
const minLongWidth = 35

/**
 * Returns the text if it fits into a description, else groups of its sentences that fit. Sentences that do
 * not fit are left out.
 */
const descriptionLines = (fact: FactText, language: string): ReadonlyArray<CopyLine> => {
  const whole = tidy(fact.text)
  if (isDescription(whole)) return [quoteFact({ ...fact, text: whole })]
  const lines: Array<string> = []
  let line = ""
  for (const sentence of sentencesOf(whole, language).filter(isDescription)) {
    const longer = line === "" ? sentence : `${line} ${sentence}`
    if (widthOf(longer) <= descriptionLimits.width) line = longer
    else {
      if (line !== "") lines.push(line)
      line = sentence
    }
  }
  if (line !== "") lines.push(line)
  return lines.map((text) => quoteFact({ ...fact, text }))
}

/** Returns names of offers, as many as leave room for the rest of the line. */
const firstOffers = ({ offers }: BusinessFacts): ReadonlyArray<FactText> =>
  offers.slice(0, 3).map(({ name }) => tidyFact(name))

function* descriptionCandidates({ facts, offer }: AdTheme): Generator<CopyLine | null> {
  const { brand, cities, home, language } = facts
  const [city] = cities
  const ofText = (fact: FactText) => descriptionLines(fact, language)
  const page = offer?.page ?? home
  const ofPage = [...(page.summary === null ? [] : [page.summary]), ...page.paragraphs.slice(0, 4)].flatMap(
    ofText
  )
  // The page's text, the business description, then the rest of the page: each gets a position among four.
  yield* ofPage.slice(0, 2)
  yield* facts.descriptions.flatMap(ofText)
  yield* ofPage.slice(2)
  if (offer !== null && home.summary !== null) yield* ofText(home.summary)
  if (offer !== null) yield fillTemplate(language, "more about service", { service: offer.name, brand })
  const services = firstOffers(facts)
  if (services.length > 0) {
    if (city !== undefined) yield fillTemplate(language, "services in city", { services, city })
    yield fillTemplate(language, "services of brand", { brand, services })
  }
  yield* home.paragraphs.slice(0, 4).flatMap(ofText)
  for (const { name } of facts.offers)
    yield fillTemplate(language, "more about service", { service: name, brand })
  for (const heading of page.headings) {
    yield fillTemplate(language, "more about service", { service: tidyFact(heading), brand })
  }
}

/** Returns up to four descriptions; a model's lines come first. */
export const descriptionsFor = (
  theme: AdTheme,
  modelLines: ReadonlyArray<CopyLine> = []
): ReadonlyArray<CopyLine> => {
  const ruleLines = [...descriptionCandidates(theme)].filter((line) => line !== null)
  const isLong = ({ text }: CopyLine) => widthOf(text) >= minLongWidth
  const short = ruleLines.filter((line) => !isLong(line))
  return chooseLines(
    [...modelLines, ...ruleLines.filter(isLong), ...short],
    descriptionLimits.max,
    (text) => isDescription(text) && !mentionsCompetitor(theme.facts, text)
  )
}
