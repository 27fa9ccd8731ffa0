import { calloutProblem } from "../../campaigns/index.ts"
import { type Facts, namesRival, type Said } from "./facts.ts"
import { choose, type Line, quote } from "./line.ts"
import { filled } from "./phrases.ts"
import { isTasteful } from "./taste.ts"
import { tidyHeading } from "./tidy.ts"

const most = 8

/** A few words that speak for the business: no sentence, no price that may change, no question. */
export const isCallout = (text: string): boolean =>
  calloutProblem(text) === null && isTasteful(text) && !/[.!?。！？]$|[$€£¥]\s?\d|\d\s?[$€£¥]/u.test(text)

const short = (said: Said): Line => quote({ ...said, text: tidyHeading(said.text) })

/** From so many on, a website has said enough for itself. */
const enough = 4

/** What holds for the whole business, since a callout stands beside any ad; what it offers, and where, stands in where there are few. */
export const calloutsFor = (facts: Facts): ReadonlyArray<Line> => {
  const passes = (text: string) => isCallout(text) && !namesRival(facts, text)
  const own = choose(facts.strengths.map(short), most, passes)
  if (own.length >= enough) return own
  const standIns = [
    ...facts.offers.map(({ name }) => short(name)),
    ...facts.cities.flatMap((city) => filled(facts.language, "serving city", { city }) ?? [])
  ]
  return choose([...own, ...standIns], enough, passes)
}
