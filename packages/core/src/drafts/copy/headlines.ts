import { headlineLimits, headlineProblem } from "../../campaigns/index.ts"
import { type Facts, namesRival, type Offer, type Said } from "./facts.ts"
import { choose, type Line, quote } from "./line.ts"
import { filled, type Template } from "./phrases.ts"
import { isTasteful } from "./taste.ts"
import { tidyHeading } from "./tidy.ts"

/** What an ad is about: one of the offers, or the business as a whole. */
export interface Theme {
  readonly facts: Facts
  readonly offer: Offer | null
}

export const isHeadline = (text: string): boolean => headlineProblem(text) === null && isTasteful(text)

const heading = (said: Said): Line => quote({ ...said, text: tidyHeading(said.text) })

/** Whether a text names the place already. */
const names = ({ text }: Said, { text: place }: Said): boolean =>
  text.toLowerCase().includes(place.toLowerCase())

/** As many as there are; the best first, and what the ad is about before what could stand in any. */
function* candidates({ facts, offer }: Theme): Generator<Line | null> {
  const { brand, cities, home, language } = facts
  const fill = (template: Template, given: Parameters<typeof filled>[2]) => filled(language, template, given)
  const page = offer?.page ?? home
  if (offer !== null) {
    const named = { ...offer.name, text: tidyHeading(offer.name.text) }
    for (const city of cities.slice(0, 3)) {
      if (!names(named, city)) yield fill("service in city", { service: named, city })
    }
    yield* page.headings.map(heading)
    yield quote(named)
    yield quote(brand)
    yield fill("service by brand", { service: named, brand })
  } else {
    yield quote(brand)
    yield* page.headings.map(heading)
    for (const city of cities.slice(0, 3)) {
      if (!names(brand, city)) yield fill("brand in city", { brand, city })
    }
  }
  yield* page.points.map(heading)
  yield fill("contact brand", { brand })
  yield* facts.strengths.map(heading)
  if (offer !== null) {
    for (const city of cities.slice(0, 1))
      if (!names(brand, city)) yield fill("brand in city", { brand, city })
    yield* home.headings.map(heading)
  } else {
    yield* facts.offers.map(({ name }) => heading(name))
  }
  yield fill("visit brand", { brand })
  yield* page.subheadings.map(heading)
}

/** Up to fifteen headlines, what a model wrote first; whether they are enough is for the caller to see. */
export const headlinesFor = (theme: Theme, written: ReadonlyArray<Line> = []): ReadonlyArray<Line> =>
  choose(
    [...written, ...[...candidates(theme)].filter((line) => line !== null)],
    headlineLimits.most,
    (text) => isHeadline(text) && !namesRival(theme.facts, text)
  )
