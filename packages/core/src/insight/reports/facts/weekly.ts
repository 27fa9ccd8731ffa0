import { Schema } from "effect"
import type { ComparedTerm } from "../../../campaigns/index.ts"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, roundTo, sumBy, zeroSums } from "../../amounts.ts"
import { oneLine } from "../../markdown/text.ts"
import { fillMissingDays } from "../../performance/days.ts"
import { dataUntil } from "../../performance/period.ts"
import { trendWeeks } from "../periods.ts"
import type { ReportSource, SourceAction } from "../read/source.ts"
import { CampaignFact, campaignFacts, campaignNamer, WeekFact, weekFacts } from "./campaigns.ts"
import { ComparedFigures, compareTotals, ReportHeader, reportHeader } from "./figures.ts"
import { NextStepsFacts, nextStepsFacts } from "./recommended.ts"
import { costIncrease, largestBy, TermFact, termFact } from "./terms.ts"

/**
 * Returns the actor's kind: a person, a program with an API key or as a connected app, or the service itself.
 */
const actorKind = ({ actor, surface }: SourceAction): "person" | "program" | "service" => {
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

const actorLabel = ({ actor, key, surface, user }: SourceAction): string => {
  if (actor === "engine") return "Adwarden"
  const person = user ?? "a former member"
  if (actor === "api_key") return `key ${key ?? "that is gone"}… of ${person}`
  return surface === "mcp" || surface === "rest" ? `an app connected by ${person}` : person
}

/** Returns what people and programs did, in the log's text, in which callers' text is quoted. */
const actionFacts = (source: ReportSource): ReadonlyArray<ActionFact> => {
  const name = campaignNamer(source)
  return source.actions.map((action) => ({
    day: action.at.slice(0, 10),
    by: actorKind(action),
    who: oneLine(actorLabel(action)),
    campaign: name(action.campaign),
    detail: oneLine(action.detail, 160),
    undone: action.undone
  }))
}

const DayFact = Schema.Struct({
  day: Schema.String,
  spend: Schema.Number,
  conversions: Schema.Number,
  /** Compared with the same day of the week before. */
  more: Schema.Number,
  more_conversions: Schema.Number
})

/** The facts of a weekly report. */
export const WeeklyFacts = Schema.Struct({
  type: Schema.Literal("weekly"),
  ...ReportHeader.fields,
  trend_weeks: Schema.Number,
  all: ComparedFigures,
  weeks: Schema.Array(WeekFact),
  days_of_week: Schema.Array(DayFact),
  campaigns: Schema.Array(CampaignFact),
  campaigns_left_out: Schema.Number,
  terms: Schema.Struct({
    /** Searches that cost more than in the week before, less, and without conversions. */
    up: Schema.Array(TermFact),
    down: Schema.Array(TermFact),
    converting: Schema.Array(TermFact),
    idle: Schema.Array(TermFact)
  }),
  done: Schema.Struct({
    total: Schema.Number,
    left_out: Schema.Number,
    /** The number of newest actions that the next three counts cover. */
    looked_at: Schema.Number,
    person: Schema.Number,
    program: Schema.Number,
    service: Schema.Number,
    list: Schema.Array(ActionFact)
  }),
  next: NextStepsFacts
})
export type WeeklyFacts = typeof WeeklyFacts.Type

const limits = { campaigns: 10, terms: 5, actions: 25 } as const

/** Returns the days of the week with data: a day without data is no decline. */
const dayFacts = (source: ReportSource): ReadonlyArray<typeof DayFact.Type> => {
  const byDay = sumBy(source.days, ({ date }) => date)
  const { period } = source.windows
  const until = dataUntil(period, source.latest)
  const days = until === null ? [] : fillMissingDays(period, byDay).filter(([day]) => day <= until)
  return days.map(([day, sums]) => {
    const before = byDay.get(plusDays(day, -7)) ?? zeroSums
    return {
      day,
      spend: amountOf(sums.cost_micros),
      conversions: roundTo(sums.conversions, 1),
      more: amountOf(sums.cost_micros - before.cost_micros),
      more_conversions: roundTo(sums.conversions - before.conversions, 1)
    }
  })
}

const termFacts = (source: ReportSource): WeeklyFacts["terms"] => {
  const topTerms = (measure: (term: ComparedTerm) => number) =>
    largestBy(source.terms, limits.terms, measure).map(termFact(source))
  return {
    up: topTerms(costIncrease),
    down: topTerms((term) => -costIncrease(term)),
    converting: topTerms(({ now }) => now.conversions),
    idle: topTerms(({ now }) => (now.conversions > 0 ? 0 : now.cost_micros))
  }
}

const actionsSummary = (source: ReportSource): WeeklyFacts["done"] => {
  const actions = actionFacts(source)
  const count = (by: string) => actions.filter((action) => action.by === by).length
  const list = actions.slice(0, limits.actions)
  return {
    total: source.actions_total,
    left_out: source.actions_total - list.length,
    looked_at: actions.length,
    person: count("person"),
    program: count("program"),
    service: count("service"),
    list
  }
}

export const weeklyFacts = (source: ReportSource): WeeklyFacts => {
  const campaigns = campaignFacts(source)
  const { period } = source.windows
  return {
    type: "weekly",
    ...reportHeader(source),
    trend_weeks: trendWeeks.weekly,
    all: compareTotals(source),
    weeks: weekFacts(
      source.days,
      { from: plusDays(period.from, -7 * (trendWeeks.weekly - 1)), to: period.to },
      dataUntil(period, source.latest)
    ),
    days_of_week: dayFacts(source),
    campaigns: campaigns.slice(0, limits.campaigns),
    campaigns_left_out: Math.max(0, campaigns.length - limits.campaigns),
    terms: termFacts(source),
    done: actionsSummary(source),
    next: nextStepsFacts(source)
  }
}
