import { descriptionLimits, descriptionProblem, widthOf } from "../../campaigns/index.ts"
import { type Facts, namesRival, type Said } from "./facts.ts"
import type { Theme } from "./headlines.ts"
import { choose, type Line, quote } from "./line.ts"
import { filled } from "./phrases.ts"
import { isTasteful } from "./taste.ts"
import { sentencesOf, tidy, tidyHeading } from "./tidy.ts"

/** Whole sentences only: what begins in the middle of one, or with a small letter, is a piece of something. */
export const isDescription = (text: string): boolean =>
  descriptionProblem(text) === null && isTasteful(text) && !/^\p{Ll}/u.test(text)

/** Below this a sentence says little in a line of ninety characters: it is taken where there is no longer one. */
const longWidth = 35

/**
 * A text whole where it can stand in an ad; else as many of its sentences as fit together, one line after the other. A
 * sentence that cannot is left out.
 */
const linesOf = (said: Said, language: string): ReadonlyArray<Line> => {
  const whole = tidy(said.text)
  if (isDescription(whole)) return [quote({ ...said, text: whole })]
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
  return lines.map((text) => quote({ ...said, text }))
}

/** Names of offers in a row, as many as leave room for the rest of the line. */
const someOffers = ({ offers }: Facts): ReadonlyArray<Said> =>
  offers.slice(0, 3).map(({ name }) => ({ ...name, text: tidyHeading(name.text) }))

function* candidates({ facts, offer }: Theme): Generator<Line | null> {
  const { brand, cities, home, language } = facts
  const [city] = cities
  const ofText = (said: Said) => linesOf(said, language)
  const page = offer?.page ?? home
  const ofPage = [...(page.summary === null ? [] : [page.summary]), ...page.paragraphs.slice(0, 4)].flatMap(
    ofText
  )
  // What the page says, what the business says of itself, then the rest of the page: each has its place among four.
  yield* ofPage.slice(0, 2)
  yield* facts.descriptions.flatMap(ofText)
  yield* ofPage.slice(2)
  if (offer !== null && home.summary !== null) yield* ofText(home.summary)
  if (offer !== null) yield filled(language, "more about service", { service: offer.name, brand })
  const services = someOffers(facts)
  if (services.length > 0) {
    if (city !== undefined) yield filled(language, "services in city", { services, city })
    yield filled(language, "services of brand", { brand, services })
  }
  yield* home.paragraphs.slice(0, 4).flatMap(ofText)
  for (const { name } of facts.offers) yield filled(language, "more about service", { service: name, brand })
  for (const heading of page.headings) {
    yield filled(language, "more about service", {
      service: { ...heading, text: tidyHeading(heading.text) },
      brand
    })
  }
}

/** Up to four descriptions, what a model wrote first. */
export const descriptionsFor = (theme: Theme, written: ReadonlyArray<Line> = []): ReadonlyArray<Line> => {
  const own = [...candidates(theme)].filter((line) => line !== null)
  const isLong = ({ text }: Line) => widthOf(text) >= longWidth
  const short = own.filter((line) => !isLong(line))
  return choose(
    [...written, ...own.filter(isLong), ...short],
    descriptionLimits.most,
    (text) => isDescription(text) && !namesRival(theme.facts, text)
  )
}
