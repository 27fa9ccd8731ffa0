import { Schema } from "effect"
import { amountOf, noSums, rounded, type Sums } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { everyDay, weeksOf } from "../../performance/days.ts"
import type { ActionRead, AppliedRead, DayRead, PendingRead, Source, TermRead } from "../read/source.ts"
import { Compared, comparedOf, daysBefore, daysOfPeriod, grouped } from "./told.ts"

/* Facts that more than one type of report tells. */

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
  cpa: Schema.NullOr(Schema.Number)
})

/** Week by week from a Monday on, those without figures as zeros. */
export const weekFacts = (days: ReadonlyArray<DayRead>, from: string, to: string) =>
  weeksOf(
    everyDay(
      { from, to },
      grouped(days, ({ date }) => date)
    )
  ).map(([week, sums]) => ({
    week,
    spend: amountOf(sums.cost_micros),
    conversions: rounded(sums.conversions, 1),
    cpa: sums.conversions > 0 ? amountOf(sums.cost_micros / sums.conversions) : null
  }))

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

export const termFact =
  (source: Source) =>
  ({ before, campaign, now, term }: TermRead): TermFact => ({
    term: oneLine(term, 60),
    campaign: nameOf(source)(campaign),
    clicks: now.clicks,
    spend: amountOf(now.cost_micros),
    spend_before: amountOf(before.cost_micros),
    more: amountOf(now.cost_micros - before.cost_micros),
    conversions: rounded(now.conversions, 1),
    conversions_before: rounded(before.conversions, 1)
  })

/** The first few of those that a measure finds anything in, the largest first. */
export const largest = <Row>(
  rows: ReadonlyArray<Row>,
  most: number,
  measure: (row: Row) => number
): ReadonlyArray<Row> =>
  rows
    .filter((row) => measure(row) > 0)
    .toSorted((a, b) => measure(b) - measure(a))
    .slice(0, most)

export const wasSeen = ({ clicks, impressions }: Sums): boolean => clicks > 0 || impressions > 0

export const moreCost = ({ before, now }: { readonly now: Sums; readonly before: Sums }): number =>
  now.cost_micros - before.cost_micros

/** Who did something: a person by hand, a program with a key or as a connected app, or the service itself. */
const by = ({ actor, surface }: ActionRead): "person" | "program" | "service" => {
  if (actor === "engine") return "service"
  return actor === "api_key" || surface === "mcp" || surface === "rest" ? "program" : "person"
}

export const ActionFact = Schema.Struct({
  day: Schema.String,
  by: Schema.Literal("person", "program", "service"),
  who: Schema.String,
  campaign: Schema.String,
  detail: Schema.String,
  undone: Schema.Boolean
})
export type ActionFact = typeof ActionFact.Type

const whoOf = ({ actor, key, surface, user }: ActionRead): string => {
  if (actor === "engine") return "Adwarden"
  const person = user ?? "somebody who is gone"
  if (actor === "api_key") return `key ${key ?? "that is gone"}… of ${person}`
  return surface === "mcp" || surface === "rest" ? `an app connected by ${person}` : person
}

/** What people and programs did; the log's own words, in which callers' texts stand in quotes. */
export const actionFacts = (source: Source): ReadonlyArray<ActionFact> =>
  source.actions.map((action) => ({
    day: action.at.slice(0, 10),
    by: by(action),
    who: oneLine(whoOf(action)),
    campaign: nameOf(source)(action.campaign),
    detail: oneLine(action.detail, 160),
    undone: action.undone
  }))

export const PendingFact = Schema.Struct({
  id: Schema.String,
  campaign: Schema.String,
  summary: Schema.String,
  saving: Schema.NullOr(Schema.Number)
})

export const NextFacts = Schema.Struct({
  total: Schema.Number,
  /** Of those that have an estimate, a month. */
  saving: Schema.NullOr(Schema.Number),
  left_out: Schema.Number,
  list: Schema.Array(PendingFact)
})

const sumOf = (savings: ReadonlyArray<{ readonly saving: number | null }>): number | null => {
  const known = savings.flatMap(({ saving }) => (saving === null ? [] : [saving]))
  return known.length === 0
    ? null
    : rounded(
        known.reduce((sum, saving) => sum + saving, 0),
        2
      )
}

/** What waits to be decided, the largest saving first. */
export const nextFacts = (source: Source, most = 8): typeof NextFacts.Type => ({
  total: source.pending.length,
  saving: sumOf(source.pending),
  left_out: Math.max(0, source.pending.length - most),
  list: source.pending.slice(0, most).map(({ campaign, id, saving, summary }: PendingRead) => ({
    id,
    campaign: nameOf(source)(campaign),
    summary: oneLine(summary, 200),
    saving
  }))
})

export const AppliedFact = Schema.Struct({
  day: Schema.String,
  campaign: Schema.String,
  summary: Schema.String,
  undone: Schema.Boolean,
  saving: Schema.NullOr(Schema.Number),
  realised_14d: Schema.NullOr(Schema.Number),
  realised_30d: Schema.NullOr(Schema.Number)
})

export const appliedFacts = (source: Source): ReadonlyArray<typeof AppliedFact.Type> =>
  source.applied.map(
    ({ at, campaign, realised_14d, realised_30d, saving, status, summary }: AppliedRead) => ({
      day: at.slice(0, 10),
      campaign: nameOf(source)(campaign),
      summary: oneLine(summary, 200),
      undone: status === "undone",
      saving,
      realised_14d,
      realised_30d
    })
  )
