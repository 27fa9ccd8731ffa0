import { roundTo, type Traffic } from "../amounts.ts"
import { lowerRate, type Reference } from "./reference.ts"
import { evidence } from "./thresholds.ts"

/** A term, keyword or word with its days of evidence. */
export interface Judged {
  readonly evidence: Pick<Traffic, "clicks" | "cost_micros">
  /** Conversions of the last 90 days, including the latest, which are no evidence of absence. */
  readonly conversions90: number
}

/**
 * Returns the conversions to expect of an item that did not convert: by clicks at the rate of the campaign's other
 * clicks, or by cost at the reference CPA, whichever is less.
 */
export const expectedConversions = ({ evidence: own }: Judged, reference: Reference): number =>
  Math.min(
    own.clicks * lowerRate(reference.conversions, reference.clicks - own.clicks),
    own.cost_micros / reference.cpa
  )

/** The probability that luck explains the absence of conversions. */
const luck = (item: Judged, reference: Reference): number =>
  item.conversions90 > 0 ? 1 : Math.exp(-expectedConversions(item, reference))

/**
 * Returns the items whose lack of conversions luck does not explain. All items with enough cost are judged
 * together, converted or not, and the share of false findings is limited (Benjamini-Hochberg).
 */
export const judgeByAbsence = <Item extends Judged>(
  items: ReadonlyArray<Item>,
  reference: Reference
): ReadonlySet<Item> => {
  const family = items
    .filter((item) => item.evidence.cost_micros >= evidence.minCpas * reference.cpa)
    .map((item) => ({ item, p: luck(item, reference) }))
    .toSorted((a, b) => a.p - b.p)
  const last = family.findLastIndex(({ p }, n) => p <= (evidence.falseFindings * (n + 1)) / family.length)
  return new Set(family.slice(0, last + 1).map(({ item }) => item))
}

/** Says in one sentence what was expected. */
export const describeAbsence = (item: Judged, reference: Reference): string =>
  `About ${roundTo(expectedConversions(item, reference), 1)} conversions were to be expected from ${item.evidence.clicks} clicks (${evidence.days} days, without the last ${evidence.lagDays}); none came.`
