import { headlineLimits, headlineProblem } from "../../campaigns/index.ts"
import { type BusinessFacts, type FactText, mentionsCompetitor, type Offer } from "./facts.ts"
import { type CopyLine, chooseLines, quoteFact } from "./line.ts"
import { fillTemplate, type Template } from "./phrases.ts"
import { passesStyle } from "./style.ts"
import { tidyHeading } from "./tidy.ts"

/** The theme of an ad: one of the offers, or the business as a whole. */
export interface AdTheme {
  readonly facts: BusinessFacts
  readonly offer: Offer | null
}

export const isHeadline = (text: string): boolean => headlineProblem(text) === null && passesStyle(text)

const headingLine = (fact: FactText): CopyLine => quoteFact({ ...fact, text: tidyHeading(fact.text) })

/** Whether a text already names the location. */
const mentionsPlace = ({ text }: FactText, { text: place }: FactText): boolean =>
  text.toLowerCase().includes(place.toLowerCase())

/** Yields all candidates, best first: lines about the theme come before general ones. */
function* candidates({ facts, offer }: AdTheme): Generator<CopyLine | null> {
  const { brand, cities, home, language } = facts
  const fill = (template: Template, given: Parameters<typeof fillTemplate>[2]) =>
    fillTemplate(language, template, given)
  const page = offer?.page ?? home
  if (offer !== null) {
    const offerName = { ...offer.name, text: tidyHeading(offer.name.text) }
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
    [...modelLines, ...[...candidates(theme)].filter((line) => line !== null)],
    headlineLimits.max,
    (text) => isHeadline(text) && !mentionsCompetitor(theme.facts, text)
  )
