import { Schema } from "effect"
import { amountOf, roundTo, type Sums } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import type { ReportSource, SourceTerm } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"

/** A search with its figures, and the change of its cost. */
export const TermFact = Schema.Struct({
  term: Schema.String,
  campaign: Schema.String,
  clicks: Schema.Number,
  spend: Schema.Number,
  spend_before: Schema.Number,
  more: Schema.Number,
  conversions: Schema.Number,
  conversions_before: Schema.Number
})
export type TermFact = typeof TermFact.Type

export const termFact = (source: ReportSource): ((term: SourceTerm) => TermFact) => {
  const name = campaignNamer(source)
  return ({ before, campaign, now, term }) => ({
    term: oneLine(term, 60),
    campaign: name(campaign),
    clicks: now.clicks,
    spend: amountOf(now.cost_micros),
    spend_before: amountOf(before.cost_micros),
    more: amountOf(now.cost_micros - before.cost_micros),
    conversions: roundTo(now.conversions, 1),
    conversions_before: roundTo(before.conversions, 1)
  })
}

/** Returns the first rows with a nonzero measure, largest first. */
export const largestBy = <Row>(
  rows: ReadonlyArray<Row>,
  limit: number,
  measure: (row: Row) => number
): ReadonlyArray<Row> =>
  rows
    .filter((row) => measure(row) > 0)
    .toSorted((a, b) => measure(b) - measure(a))
    .slice(0, limit)

export const hadTraffic = ({ clicks, impressions }: Sums): boolean => clicks > 0 || impressions > 0

export const costIncrease = ({ before, now }: { readonly now: Sums; readonly before: Sums }): number =>
  now.cost_micros - before.cost_micros
