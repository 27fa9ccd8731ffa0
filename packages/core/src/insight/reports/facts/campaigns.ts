import { Schema } from "effect"
import { amountOf, noSums, rounded } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { everyDay, weeksOf } from "../../performance/days.ts"
import type { Period } from "../../performance/period.ts"
import type { DayRead, Source } from "../read/source.ts"
import { Compared, comparedOf, daysBefore, daysOfPeriod, grouped } from "./told.ts"

/** What campaigns are called by those who made them. */
export const nameOf = ({ campaigns }: Pick<Source, "campaigns">) => {
  const names = new Map(campaigns.map(({ name, slug }) => [slug, oneLine(name, 60)]))
  return (slug: string | null): string => (slug === null ? "" : (names.get(slug) ?? slug))
}

export const CampaignFact = Schema.Struct({ name: Schema.String, state: Schema.String, ...Compared.fields })
export type CampaignFact = typeof CampaignFact.Type

/** Campaigns with figures in the period or before it, those that cost most first. */
export const campaignFacts = (source: Source): ReadonlyArray<CampaignFact> => {
  const name = nameOf(source)
  const now = grouped(daysOfPeriod(source), ({ campaign }) => campaign)
  const before = grouped(daysBefore(source), ({ campaign }) => campaign)
  const state = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign.state]))
  return [...new Set([...now.keys(), ...before.keys()])]
    .map((slug) => ({
      name: name(slug),
      state: state.get(slug) ?? "removed",
      ...comparedOf(now.get(slug) ?? noSums, before.get(slug) ?? noSums)
    }))
    .toSorted(
      (a, b) => b.now.spend - a.now.spend || b.before.spend - a.before.spend || a.name.localeCompare(b.name)
    )
}

export const WeekFact = Schema.Struct({
  week: Schema.String,
  spend: Schema.Number,
  conversions: Schema.Number,
  cpa: Schema.NullOr(Schema.Number),
  /** Where fewer than seven of its days are told. */
  partial: Schema.optional(Schema.Boolean)
})
export type WeekFact = typeof WeekFact.Type

/** Week by week from a Monday on, those without figures as zeros. `until`: the last day with data. */
export const weekFacts = (
  days: ReadonlyArray<DayRead>,
  { from, to }: Period,
  until: string | null
): ReadonlyArray<WeekFact> =>
  weeksOf(
    everyDay(
      { from, to },
      grouped(days, ({ date }) => date)
    ),
    until
  ).map(({ monday, partial, sums }) => ({
    week: monday,
    spend: amountOf(sums.cost_micros),
    conversions: rounded(sums.conversions, 1),
    cpa: sums.conversions > 0 ? amountOf(sums.cost_micros / sums.conversions) : null,
    ...(partial ? { partial } : {})
  }))
