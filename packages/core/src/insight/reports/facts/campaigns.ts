import { Schema } from "effect"
import type { DayFigures } from "../../../campaigns/index.ts"
import { amountOf, cpaOrNull, roundTo, sumBy } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { fillMissingDays, weeksOf } from "../../performance/days.ts"
import type { Period } from "../../performance/period.ts"
import type { ReportSource } from "../read/source.ts"
import { ComparedFigures, compareBy } from "./figures.ts"

/** Returns the display names of campaigns. */
export const campaignNamer = ({ campaigns }: Pick<ReportSource, "campaigns">) => {
  const names = new Map(campaigns.map(({ name, slug }) => [slug, oneLine(name, 60)]))
  return (slug: string | null): string => (slug === null ? "" : (names.get(slug) ?? slug))
}

export const CampaignFact = Schema.Struct({
  name: Schema.String,
  state: Schema.String,
  ...ComparedFigures.fields
})
export type CampaignFact = typeof CampaignFact.Type

/** Returns campaigns with figures in the period or before it, most expensive first. */
export const campaignFacts = (source: ReportSource): ReadonlyArray<CampaignFact> => {
  const name = campaignNamer(source)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  return compareBy(source, (campaign) => campaign)
    .map(({ figures, key }) => ({ name: name(key), state: state.get(key) ?? "removed", ...figures }))
    .toSorted(
      (a, b) => b.now.spend - a.now.spend || b.before.spend - a.before.spend || a.name.localeCompare(b.name)
    )
}

export const WeekFact = Schema.Struct({
  week: Schema.String,
  spend: Schema.Number,
  conversions: Schema.Number,
  cpa: Schema.NullOr(Schema.Number),
  /** Whether fewer than seven of its days have data. */
  partial: Schema.optional(Schema.Boolean)
})
export type WeekFact = typeof WeekFact.Type

/** Returns the weeks from a Monday on; weeks without figures are zeros. `until`: the last day with data. */
export const weekFacts = (
  days: ReadonlyArray<DayFigures>,
  { from, to }: Period,
  until: string | null
): ReadonlyArray<WeekFact> =>
  weeksOf(
    fillMissingDays(
      { from, to },
      sumBy(days, ({ date }) => date)
    ),
    until
  ).map(({ monday, partial, sums }) => ({
    week: monday,
    spend: amountOf(sums.cost_micros),
    conversions: roundTo(sums.conversions, 1),
    cpa: cpaOrNull(sums),
    ...(partial ? { partial } : {})
  }))
