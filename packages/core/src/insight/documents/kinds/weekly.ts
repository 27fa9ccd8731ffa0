import type { ComparedTerm } from "../../../campaigns/index.ts"
import { plusDays } from "../../../contract/index.ts"
import { amountOf, roundTo, sumBy, zeroSums } from "../../amounts.ts"
import {
  formatNumber,
  joinBlocks,
  joinSentences,
  type MoneyFormat,
  pluralize,
  quoteInline,
  table
} from "../../markdown.ts"
import { dataUntil, fillMissingDays } from "../../performance/period.ts"
import { type Section, unless } from "../document.ts"
import { campaignFacts, compareTotals, formatDateRange, trendFacts } from "../figures.ts"
import { lastWeeks } from "../periods.ts"
import { actionFacts, actionsSection, weekdayAndDay } from "../sections/actions.ts"
import { causeFacts, explainChanges, isNotable } from "../sections/causes.ts"
import { moreBudgetFacts, moreBudgetSection } from "../sections/more-budget.ts"
import { nextSection, nextStepsFacts } from "../sections/recommended.ts"
import { servingFacts, servingSection } from "../sections/serving.ts"
import { costIncrease, largestBy, type TermFact, termFact, termTable } from "../sections/terms.ts"
import type { Source } from "../source.ts"
import { amount, campaignTable, figure, formatSigned, optional, plain, titledTable } from "../tables.ts"
import { about, defineReport, overview, reportHeader, subtitle, withoutFigures } from "./report.ts"

const trendWeeks = 8
const limits = { campaigns: 10, terms: 5 } as const

/** Returns the days of the week with data: a day without data is no decline. */
const dayFacts = (source: Source) => {
  const byDay = sumBy(source.days, ({ date }) => date)
  const { period } = source.windows
  const until = dataUntil(period, source.latest)
  const days = until === null ? [] : fillMissingDays(period, byDay).filter(([day]) => day <= until)
  return days.map(([day, sums]) => {
    const before = source.windows.before === null ? null : (byDay.get(plusDays(day, -7)) ?? zeroSums)
    return {
      day,
      spend: amountOf(sums.cost_micros),
      conversions: roundTo(sums.conversions, 1),
      /** Compared with the same day of the week before; null if that has no data. */
      more: before && amountOf(sums.cost_micros - before.cost_micros),
      more_conversions: before && roundTo(sums.conversions - before.conversions, 1)
    }
  })
}

const termFacts = (source: Source) => {
  const topTerms = (measure: (term: ComparedTerm) => number) =>
    largestBy(source.terms, limits.terms, measure).map(termFact(source))
  return {
    up: source.windows.before === null ? [] : topTerms(costIncrease),
    down: topTerms((term) => -costIncrease(term)),
    converting: topTerms(({ now }) => now.conversions),
    idle: topTerms(({ now }) => (now.conversions > 0 ? 0 : now.cost_micros))
  }
}

const facts = (source: Source) => {
  const campaigns = campaignFacts(source)
  return {
    type: "weekly" as const,
    ...reportHeader(source),
    trend_weeks: trendWeeks,
    all: compareTotals(source),
    weeks: trendFacts(source, trendWeeks),
    causes: causeFacts(source),
    days_of_week: dayFacts(source),
    campaigns: campaigns.slice(0, limits.campaigns),
    campaigns_left_out: Math.max(0, campaigns.length - limits.campaigns),
    terms: termFacts(source),
    serving: servingFacts(source),
    more_budget: moreBudgetFacts(source),
    done: actionFacts(source),
    next: nextStepsFacts(source)
  }
}
type WeeklyFacts = ReturnType<typeof facts>

const opening = (facts: WeeklyFacts, money: MoneyFormat): Section => {
  const { all, causes, next } = facts
  const { body, prose } = overview(
    facts,
    money,
    "This week",
    `**${trendWeeks} weeks**, ending with this one:`
  )
  return {
    about: "the opening of a weekly report: what was spent, what it brought, how both moved",
    prose: joinSentences(
      prose,
      next.saving === null
        ? null
        : `The recommendations below would have saved ${next.saving_at_least ? "at least " : ""}an estimated ${money(next.saving)} in 30 days.`
    ),
    facts: { all, tracking: causes.tracking, next: { total: next.total, saving: next.saving } },
    body
  }
}

/** Returns the row that changed most; null without a comparison. */
const largestChange = <Row extends { readonly more: number | null }>(rows: ReadonlyArray<Row>) =>
  rows
    .flatMap((row) => (row.more === null ? [] : [{ ...row, more: row.more }]))
    .toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more))[0]

/** Names the day that differs most from the same day of the week before, if the week differs. */
const explainDayChange = ({ all, causes, days_of_week }: WeeklyFacts, money: MoneyFormat): string | null => {
  const largest = largestChange(days_of_week)
  if (largest === undefined || all.before.spend === 0) return null
  if (!isNotable(all.change.spend) || !causes.moved.spend) return null
  return `The day with the largest difference is ${weekdayAndDay(largest.day)}: ${money(Math.abs(largest.more))} ${largest.more > 0 ? "more" : "less"} than a week before.`
}

/** Names the search whose cost moved most. */
const explainTermChange = ({ all, terms }: WeeklyFacts, money: MoneyFormat): string | null => {
  const largest = largestChange([...terms.up.slice(0, 1), ...terms.down.slice(0, 1)])
  if (largest === undefined || all.before.spend === 0) return null
  const brought = largest.conversions === 0 ? ", without a conversion" : ""
  return `Of the searches, ${quoteInline(largest.term)} changed most: ${formatSigned(largest.more, money)}, to ${money(largest.spend)}${brought}.`
}

const daysTable = ({ days_of_week }: WeeklyFacts, money: MoneyFormat): string =>
  table<WeeklyFacts["days_of_week"][number]>(
    [
      plain("Day", ({ day }) => weekdayAndDay(day)),
      amount("Spend", money, ({ spend }) => spend),
      optional(figure("vs week before", ({ more }) => (more === null ? null : formatSigned(more, money)))),
      figure("Conversions", ({ conversions }) => conversions),
      optional(
        figure("vs week before", (day) =>
          day.more_conversions === null ? null : formatSigned(day.more_conversions, formatNumber)
        )
      )
    ],
    days_of_week
  )

const why = (facts: WeeklyFacts, money: MoneyFormat): Section => {
  const { all, campaigns, campaigns_left_out, causes, days_of_week, terms } = facts
  const titledTerms = (title: string, list: ReadonlyArray<TermFact>) =>
    titledTable(`**${title}**`, termTable(list, money))
  return {
    heading: "Why",
    about: "why spend and results moved: the campaigns, prices, causes, days and searches behind it",
    prose:
      joinSentences(
        explainChanges(all, campaigns, causes, money),
        explainDayChange(facts, money),
        explainTermChange(facts, money)
      ) || "No campaign, day or search changed much.",
    facts: { all, campaigns, causes, days: days_of_week, terms },
    body: joinBlocks(
      campaignTable(campaigns, money),
      campaigns_left_out === 0 ? null : `And ${pluralize(campaigns_left_out, "campaign")} that cost less.`,
      daysTable(facts, money),
      titledTerms("Searches that cost more than before", terms.up),
      titledTerms("Searches that cost less", terms.down),
      titledTerms("Searches with the most conversions", terms.converting),
      titledTerms("The most expensive searches without a conversion this week", terms.idle)
    )
  }
}

/** The weekly report: changes and their causes, actions and actors, and next steps. */
export const weekly = defineReport({
  purpose: "What happened in the last full week, why, and what to do next.",
  lastPeriod: (today) => lastWeeks(1, today),
  trendWeeks,
  readsTerms: true,
  facts,
  title: ({ period }) => `Your week: ${formatDateRange(period)}`,
  sections: [
    subtitle("Monday to Sunday"),
    unless(withoutFigures("week"), opening, why, servingSection, moreBudgetSection),
    actionsSection,
    nextSection,
    about(
      "the ad account's figures, ad approvals, quality scores and change history as of the last sync, Adwarden's activity log and its recommendations. The days of changes are in UTC.",
      "changes on the website, and what competitors did. Changes in the ad platform are known from 30 days before the account was linked."
    )
  ]
})
