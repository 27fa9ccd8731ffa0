import { formatLongDay, formatNumber, type MoneyFormat, moneyFormatter } from "../../markdown/format.ts"
import { bar, table } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, joinSentences, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { ReportDocument, Section } from "../document.ts"
import type { BudgetFact, PerformanceFacts } from "../facts/performance.ts"
import { explainCpaChange, explainSpendChange } from "./change-explanations.ts"
import {
  aboutSection,
  comparedPeriodLabel,
  describeTotals,
  fixedParagraph,
  formatChange,
  formatDateRange,
  noFiguresSection,
  orUnknown,
  reportSubtitle
} from "./frame.ts"
import { nextSection } from "./next.ts"
import { campaignTable, comparison, trendChart } from "./tables.ts"

type Weekday = PerformanceFacts["weekdays"][number]
type Target = PerformanceFacts["targets"][number]

const weekdayProse = (weekdays: ReadonlyArray<Weekday>, money: MoneyFormat): string => {
  const priced = weekdays.flatMap(({ cpa, weekday }) => (cpa === null ? [] : [{ cpa, weekday }]))
  const [cheapest, dearest] = [
    priced.toSorted((a, b) => a.cpa - b.cpa)[0],
    priced.toSorted((a, b) => b.cpa - a.cpa)[0]
  ]
  if (cheapest === undefined || dearest === undefined || cheapest === dearest) return ""
  return `A conversion was cheapest on ${cheapest.weekday}s (${money(cheapest.cpa)}) and dearest on ${dearest.weekday}s (${money(dearest.cpa)}).`
}

const weekdaySection = ({ weekdays }: PerformanceFacts, money: MoneyFormat): Section => {
  const maximum = Math.max(...weekdays.map(({ a_day }) => a_day), 0)
  return {
    heading: "Days of the week",
    about: "which days of the week were cheap and which were dear",
    prose: weekdayProse(weekdays, money),
    facts: { weekdays },
    body: table<Weekday>(
      [
        { title: "Day", cell: ({ weekday }) => weekday },
        { title: "", cell: ({ a_day }) => bar(a_day, maximum) },
        { title: "Spend a day", numeric: true, cell: ({ a_day }) => money(a_day) },
        { title: "Clicks", numeric: true, cell: ({ clicks }) => formatNumber(clicks) },
        { title: "Conversions", numeric: true, cell: ({ conversions }) => formatNumber(conversions) },
        { title: "Conversions per click", numeric: true, cell: ({ rate }) => orUnknown(rate, String) },
        { title: "Cost per conversion", numeric: true, cell: ({ cpa }) => orUnknown(cpa, money) }
      ],
      weekdays
    )
  }
}

const budgetProse = ({ budgets, spent_out_from }: PerformanceFacts): string => {
  const limited = budgets
    .filter(({ days, spent_out }) => spent_out * 2 >= days)
    .map(
      ({ days, name, spent_out }) => `**${escapeMarkdown(name)}** (${spent_out} of ${pluralize(days, "day")})`
    )
  const leastUsed = budgets
    .flatMap(({ name, used }) => (used === null ? [] : [{ name, used }]))
    .toSorted((a, b) => Number.parseFloat(a.used) - Number.parseFloat(b.used))[0]
  const exhaustedText =
    limited.length === 0
      ? `No campaign reached ${spent_out_from} of its budget on most days: budgets held little back.`
      : `On most days the budget ran out in ${joinWithAnd(limited)}: at least ${spent_out_from} of it was spent, and what people searched for afterwards may have been missed.`
  return leastUsed === undefined || budgets.length < 2
    ? exhaustedText
    : `${exhaustedText} **${escapeMarkdown(leastUsed.name)}** used least of its budget: ${leastUsed.used}.`
}

const budgetSection = (facts: PerformanceFacts, money: MoneyFormat): Section => ({
  heading: "Budgets",
  about: "which budgets ran out and which were left over",
  prose: facts.budgets.length === 0 ? "No campaign with figures has a budget here." : budgetProse(facts),
  facts: { budgets: facts.budgets },
  body: joinBlocks(
    table<BudgetFact>(
      [
        { title: "Campaign", cell: ({ name }) => escapeMarkdown(name) },
        { title: "Budget a day", numeric: true, cell: ({ budget }) => money(budget) },
        { title: "Used", numeric: true, cell: ({ used }) => orUnknown(used, String) },
        { title: "Spend", numeric: true, cell: ({ spend }) => money(spend) },
        { title: "Left over", numeric: true, cell: ({ unspent }) => money(unspent) },
        { title: "Days spent out", numeric: true, cell: ({ days, spent_out }) => `${spent_out} of ${days}` }
      ],
      facts.budgets
    )
  )
})

const targetProse = (targets: ReadonlyArray<Target>): string => {
  const met = targets.filter((target) => target.met === true).map(({ name }) => `**${escapeMarkdown(name)}**`)
  const missed = targets
    .filter((target) => target.met === false)
    .map(({ name, off }) => `**${escapeMarkdown(name)}** (${orUnknown(off, formatChange)})`)
  return joinSentences(
    met.length === 0 ? null : `${joinWithAnd(met)} met the target.`,
    missed.length === 0 ? null : `${joinWithAnd(missed)} missed it.`
  )
}

const targetSection = ({ targets }: PerformanceFacts, money: MoneyFormat): Section => ({
  heading: "Targets",
  about: "which campaigns met the cost per conversion that was set for them",
  prose:
    targets.length === 0
      ? "No campaign with figures has a target for its cost per conversion."
      : targetProse(targets),
  facts: { targets },
  body: table<Target>(
    [
      { title: "Campaign", cell: ({ name }) => escapeMarkdown(name) },
      { title: "Target", numeric: true, cell: ({ target }) => money(target) },
      { title: "Cost per conversion", numeric: true, cell: ({ cpa }) => orUnknown(cpa, money) },
      { title: "Off", numeric: true, cell: ({ off }) => formatChange(off) },
      { title: "", cell: ({ met }) => (met === null ? "nothing converted" : met ? "met" : "missed") }
    ],
    targets
  )
})

/** The performance report of a calendar month: campaigns, weekdays, trend, budgets and targets. */
export const performanceReport = (facts: PerformanceFacts): ReportDocument => {
  const money = moneyFormatter(facts.currency)
  const { all, campaigns } = facts
  const month = formatLongDay(facts.period.from).replace(/^\d+ /, "")
  const title = `Performance in ${month}`
  const subtitle = fixedParagraph(reportSubtitle(facts, formatDateRange(facts.period)))
  const next = nextSection(facts.next, money)
  if (facts.days_with_data === 0)
    return { title, sections: [subtitle, noFiguresSection(facts, "month"), next] }
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a monthly report: what was spent, what it brought, how both moved",
        prose: describeTotals(all, money, `the ${comparedPeriodLabel(facts)}`),
        facts: { all },
        body: joinBlocks(
          comparison(all, money, "This month", comparedPeriodLabel(facts)),
          trendChart(
            `**${facts.trend_weeks} weeks**, the last being the one in which the month ends:`,
            facts.weeks,
            money
          )
        )
      },
      {
        heading: "Campaigns",
        about: "which campaigns carry the change of the month",
        prose: joinSentences(explainSpendChange({ all, campaigns }, money), explainCpaChange(all, money)),
        facts: { all, campaigns },
        body: campaignTable(campaigns, money)
      },
      weekdaySection(facts, money),
      budgetSection(facts, money),
      targetSection(facts, money),
      next,
      aboutSection(facts, [
        "From Adwarden's copy of the ad account's figures. Days are the ad account's own.",
        "Budgets and targets are those of today: days before a change of budget are measured against the new one.",
        "What the ad platform lost for lack of budget it counts itself; here a day that was spent out is all that is known."
      ])
    ]
  }
}
