import { calloutProblem } from "../../campaigns/index.ts"
import { type BusinessFacts, type FactText, mentionsCompetitor } from "./facts.ts"
import { type CopyLine, chooseLines, quoteFact } from "./line.ts"
import { fillTemplate } from "./phrases.ts"
import { passesStyle } from "./style.ts"
import { tidyHeading } from "./tidy.ts"

const maxCallouts = 8

/** Whether a text can be a callout: a few words, no sentence, no price, no question. */
export const isCallout = (text: string): boolean =>
  calloutProblem(text) === null && passesStyle(text) && !/[.!?。！？]$|[$€£¥]\s?\d|\d\s?[$€£¥]/u.test(text)

const shortLine = (fact: FactText): CopyLine => quoteFact({ ...fact, text: tidyHeading(fact.text) })

/** From this number on, the website's own callouts suffice. */
const minOwnCallouts = 4

/**
 * Returns callouts that hold for the whole business, because they appear beside any ad. Offers and locations
 * fill up a short list.
 */
export const calloutsFor = (facts: BusinessFacts): ReadonlyArray<CopyLine> => {
  const passes = (text: string) => isCallout(text) && !mentionsCompetitor(facts, text)
  const ownCallouts = chooseLines(facts.strengths.map(shortLine), maxCallouts, passes)
  if (ownCallouts.length >= minOwnCallouts) return ownCallouts
  const fallbacks = [
    ...facts.offers.map(({ name }) => shortLine(name)),
    ...facts.cities.flatMap((city) => fillTemplate(facts.language, "serving city", { city }) ?? [])
  ]
  return chooseLines([...ownCallouts, ...fallbacks], minOwnCallouts, passes)
}
