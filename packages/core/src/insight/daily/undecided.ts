import { Schema } from "effect"
import { amountOf, roundTo } from "../amounts.ts"
import { expectedConversions, makeExclusionTest, referenceWithoutBrand } from "../detect/excluded-terms.ts"
import { cpaInterval, describeCpa } from "../detect/intervals.ts"
import { type CampaignView, tcpaCutoffs } from "../detect/view.ts"
import { pluralize, quoteInline, shortMoneyFormatter } from "../markdown.ts"

/* What a daily run could not decide: it looks like waste, or like a wrong target, but luck may explain it. */

export const Undecided = Schema.Struct({
  /** For example "the target CPA". */
  subject: Schema.String,
  /** What is known, and when more will be. */
  text: Schema.String
})
export type Undecided = typeof Undecided.Type

/** The most terms of a campaign. */
const maxTerms = 2

/** Luck explains the absence of so many expected conversions in less than one of a hundred terms. */
const decisive = 5

/** More weeks are no forecast. */
const maxWeeks = 12

const whenDecided = (expected: number, days: number): string => {
  const weeks = Math.ceil(((decisive - expected) * days) / expected / 7)
  return weeks <= maxWeeks ? ` About ${pluralize(weeks, "more week")} like these will tell.` : ""
}

const undecidedTerms = (view: CampaignView, listed: ReadonlySet<unknown>): ReadonlyArray<Undecided> => {
  const reference = referenceWithoutBrand(
    view,
    view.terms.map((one) => ({ ...one, text: one.term }))
  )
  if (reference === null) return []
  const mayExclude = makeExclusionTest(view)
  const money = shortMoneyFormatter(view.currency)
  return view.terms
    .filter(
      (one) =>
        one.conversions90 === 0 &&
        one.evidence.cost_micros >= reference.cpa &&
        !listed.has(one.term) &&
        mayExclude(one)
    )
    .map((one) => ({ one, expected: expectedConversions(one, reference) }))
    .filter(({ expected }) => expected >= 1 && expected < decisive)
    .toSorted((a, b) => b.expected - a.expected)
    .slice(0, maxTerms)
    .map(({ expected, one: { active, evidence, term } }) => ({
      subject: quoteInline(term),
      text: `${pluralize(evidence.clicks, "click")} for ${money(amountOf(evidence.cost_micros))} brought no conversion, where ${roundTo(expected, 1)} were to be expected: luck may explain it.${whenDecided(expected, active.from - active.to + 1)}`
    }))
}

const undecidedTarget = (view: CampaignView): ReadonlyArray<Undecided> => {
  const { currency, settled, takesTargetCpa, targetCpa, type } = view
  if (!takesTargetCpa || targetCpa === null || type === "brand") return []
  if (settled.conversions < tcpaCutoffs.minConversions) return []
  const actual = amountOf(settled.cost_micros / settled.conversions)
  const isOff = actual <= tcpaCutoffs.better * targetCpa || actual >= tcpaCutoffs.worse * targetCpa
  const interval = cpaInterval(settled, tcpaCutoffs.confidence)
  const [low, high] = [amountOf(interval.low), amountOf(interval.high)]
  return isOff && low <= targetCpa && targetCpa <= high
    ? [
        {
          subject: "Target CPA",
          text: `${describeCpa(settled, interval, currency)}; the target of ${shortMoneyFormatter(currency)(targetCpa)} is within it.`
        }
      ]
    : []
}

/**
 * Returns what the figures of a campaign leave open, most important first; `listed` are the searches that a detector lists.
 * Nothing is open where conversions are not counted: the tracking comes first.
 */
export const undecidedOf = (view: CampaignView, listed: ReadonlySet<unknown>): ReadonlyArray<Undecided> =>
  view.conversionsStopped === null ? [...undecidedTarget(view), ...undecidedTerms(view, listed)] : []
