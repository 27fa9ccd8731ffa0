import { Schema } from "effect"
import { amountOf, microsPerUnit, roundTo, totalBy } from "../amounts.ts"
import { cpaInterval, describeCpa, describeRate, rateInterval } from "../detect/intervals.ts"
import { pluralize, shortMoneyFormatter } from "../markdown.ts"

/* What a recommendation is judged by, and how it is told: a range, a sentence, and how sure it is. */

/** The figures of one change. */
const EvidenceItem = Schema.Struct({
  /** The term or keyword; null if it is about the campaign as a whole. */
  text: Schema.NullOr(Schema.String),
  clicks: Schema.Number,
  cost_micros: Schema.Number,
  conversions: Schema.Number,
  /** The probability that luck explains them, of everything that was judged together. */
  chance: Schema.Number
})
export type EvidenceItem = typeof EvidenceItem.Type

export const Evidence = Schema.Struct({
  /** The cost per conversion, or the conversions per click. */
  measure: Schema.Literal("cpa", "rate"),
  /** What it is compared with: an amount of the currency, or a rate; null for nothing. */
  reference: Schema.NullOr(Schema.Number),
  of: Schema.Literal("target", "campaign", "before"),
  /** Of the interval that it is judged by. */
  confidence: Schema.Number,
  items: Schema.Array(EvidenceItem)
})
export type Evidence = typeof Evidence.Type

/** The range of the true value, as a sentence states it. */
export interface EvidenceRange extends Pick<Evidence, "measure" | "of" | "reference"> {
  readonly low: number
  /** Infinity if nothing bounds it. */
  readonly high: number
  /** Null if there is no estimate. */
  readonly best: number | null
  readonly sentence: string
  /** The probability that luck does not explain it; null if it is compared with nothing. */
  readonly certainty: number | null
}

const sumOf = ({ items }: Evidence) => ({
  clicks: totalBy(items, ({ clicks }) => clicks),
  cost_micros: totalBy(items, ({ cost_micros }) => cost_micros),
  conversions: totalBy(items, ({ conversions }) => conversions)
})

const comparisons: Readonly<Record<Evidence["of"], string>> = {
  target: "the target is",
  campaign: "the campaign's is",
  before: "in the 90 days before it was at least"
}

const cpaRange = (evidence: Evidence, currency: string) => {
  const sums = sumOf(evidence)
  const interval = cpaInterval(sums, evidence.confidence)
  const { of, reference } = evidence
  const compared =
    reference === null
      ? "there is no target"
      : `${comparisons[of]} ${shortMoneyFormatter(currency)(reference)}`
  return {
    low: amountOf(interval.low),
    high: interval.high / microsPerUnit,
    best: sums.conversions === 0 ? null : amountOf(sums.cost_micros / sums.conversions),
    sentence: `${describeCpa(sums, interval, currency)}; ${compared}.`
  }
}

const rateRange = (evidence: Evidence) => {
  const sums = sumOf(evidence)
  const { high, low } = rateInterval(sums, evidence.confidence)
  return {
    low,
    high,
    best: sums.conversions / sums.clicks,
    sentence: `${roundTo(sums.conversions, 1)} of ${pluralize(sums.clicks, "click")} converted, between ${describeRate(low)} and ${describeRate(high)}; the campaign's rate is at most ${describeRate(evidence.reference ?? 0)}.`
  }
}

/** Returns the range that evidence gives; null without any. */
export const rangeOf = (evidence: Evidence, currency: string): EvidenceRange | null => {
  const { items, measure, of, reference } = evidence
  if (sumOf(evidence).clicks === 0) return null
  return {
    measure,
    of,
    reference,
    ...(measure === "cpa" ? cpaRange(evidence, currency) : rateRange(evidence)),
    certainty: reference === null ? null : 1 - Math.max(...items.map(({ chance }) => chance))
  }
}
