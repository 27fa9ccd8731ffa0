import type { Document, Section } from "../../document/document.ts"
import { describeTotals, formatDateRange } from "../../document/figures.ts"
import {
  amount,
  bars,
  campaignTable,
  comparison,
  figure,
  formatChange,
  orUnknown,
  plain,
  quoted,
  trendChart
} from "../../document/tables.ts"
import {
  formatLongDay,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  moneyFormatter,
  pluralize,
  strong,
  table
} from "../../markdown.ts"
import type { PerformanceFacts } from "../facts/performance.ts"
import { aboutSection, comparedPeriodLabel, noFiguresSection, subtitleSection } from "./frame.ts"
import { nextSection } from "./next.ts"
import { servingSection } from "./serving.ts"
import { explainChanges, trackingAlarm } from "./why.ts"

type Weekday = PerformanceFacts["weekdays"][number]
type Budget = PerformanceFacts["budgets"][number]
type Target = PerformanceFacts["targets"][number]

const weekdaySection = ({ weekdays, weekdays_differ }: PerformanceFacts, money: MoneyFormat): Section => {
  const priced = weekdays
    .flatMap(({ cpa, weekday }) => (cpa === null ? [] : [{ cpa, weekday }]))
    .toSorted((a, b) => a.cpa - b.cpa)
  const [lowest, highest] = [priced[0], priced.at(-1)]
  return {
    heading: "Days of the week",
    about: "which days of the week were cheap and which were expensive",
    prose:
      lowest === undefined || highest === undefined || lowest === highest
        ? null
        : !weekdays_differ
          ? "The days differ no more than by chance."
          : `A conversion was cheapest on ${lowest.weekday}s (${money(lowest.cpa)}) and most expensive on ${highest.weekday}s (${money(highest.cpa)}).`,
    facts: { weekdays },
    body: table<Weekday>(
      [
        plain("Day", ({ weekday }) => weekday),
        bars(weekdays, ({ a_day }) => a_day),
        amount("Spend a day", money, ({ a_day }) => a_day),
        figure("Clicks", ({ clicks }) => clicks),
        figure("Conversions", ({ conversions }) => conversions),
        figure("Conversions per click", ({ rate }) => rate),
        amount("Cost per conversion", money, ({ cpa }) => cpa)
      ],
      weekdays
    )
  }
}

const budgetProse = ({ budgets, spent_out_from }: PerformanceFacts): string => {
  const limited = budgets.filter(({ days, spent_out }) => spent_out * 2 >= days)
  const [leastUsed] = budgets
    .flatMap(({ name, used }) => (used === null ? [] : [{ name, used }]))
    .toSorted((a, b) => Number.parseFloat(a.used) - Number.parseFloat(b.used))
  return joinSentences(
    limited.length === 0
      ? `No campaign spent ${spent_out_from} of its budget on most days: budgets limited little.`
      : `On most days the budget ran out in ${joinWithAnd(limited.map(({ days, name, spent_out }) => `${strong(name)} (${spent_out} of ${pluralize(days, "day")})`))}: at least ${spent_out_from} of it was spent, so later searches may have been missed.`,
    leastUsed === undefined || budgets.length < 2
      ? null
      : `${strong(leastUsed.name)} used the smallest part of its budget: ${leastUsed.used}.`
  )
}

const budgetSection = (facts: PerformanceFacts, money: MoneyFormat): Section => ({
  heading: "Budgets",
  about: "which budgets ran out and which were left over",
  prose: facts.budgets.length === 0 ? "No campaign with figures has a budget." : budgetProse(facts),
  facts: { budgets: facts.budgets },
  body: table<Budget>(
    [
      quoted("Campaign", ({ name }) => name),
      amount("Budget a day", money, ({ budget }) => budget),
      figure("Used", ({ used }) => used),
      amount("Spend", money, ({ spend }) => spend),
      amount("Left over", money, ({ unspent }) => unspent),
      figure("Days spent out", ({ days, spent_out }) => `${spent_out} of ${days}`)
    ],
    facts.budgets
  )
})

const targetSection = ({ targets }: PerformanceFacts, money: MoneyFormat): Section => {
  const met = targets.filter((target) => target.met === true).map(({ name }) => strong(name))
  const missed = targets
    .filter((target) => target.met === false)
    .map(({ name, off }) => `${strong(name)} (${orUnknown(off, formatChange)})`)
  return {
    heading: "Targets",
    about: "which campaigns met their target cost per conversion",
    prose:
      targets.length === 0
        ? "No campaign with figures has a target cost per conversion."
        : joinSentences(
            met.length === 0 ? null : `${joinWithAnd(met)} met the target.`,
            missed.length === 0 ? null : `${joinWithAnd(missed)} missed it.`
          ),
    facts: { targets },
    body: table<Target>(
      [
        quoted("Campaign", ({ name }) => name),
        amount("Target", money, ({ target }) => target),
        amount("Cost per conversion", money, ({ cpa }) => cpa),
        figure("Difference", ({ off }) => formatChange(off)),
        plain("", ({ met }) => (met === null ? "nothing converted" : met ? "met" : "missed"))
      ],
      targets
    )
  }
}

/** The performance report of a calendar month: campaigns, weekdays, trend, budgets and targets. */
export const performanceReport = (facts: PerformanceFacts): Document => {
  const money = moneyFormatter(facts.currency)
  const { all, campaigns, causes } = facts
  const label = comparedPeriodLabel(facts)
  const figures: ReadonlyArray<Section> =
    facts.days_with_data === 0
      ? [noFiguresSection(facts, "month")]
      : [
          {
            about: "the opening of a monthly report: what was spent, what it brought, how both moved",
            prose: joinSentences(trackingAlarm(causes), describeTotals(all, money, `the ${label}`)),
            facts: { all, tracking: causes.tracking },
            body: joinBlocks(
              comparison(all, money, "This month", label),
              trendChart(
                `**${facts.trend_weeks} weeks**, ending with the last week of the month:`,
                facts.weeks,
                money
              )
            )
          },
          {
            heading: "Campaigns",
            about: "which campaigns moved the month's figures, and the recorded causes",
            prose: explainChanges(all, campaigns, causes, money),
            facts: { all, campaigns, causes },
            body: campaignTable(campaigns, money)
          },
          weekdaySection(facts, money),
          budgetSection(facts, money),
          targetSection(facts, money),
          ...servingSection(facts.serving, money)
        ]
  return {
    title: `Performance in ${formatLongDay(facts.period.from).replace(/^\d+ /, "")}`,
    sections: [
      subtitleSection(facts, formatDateRange(facts.period)),
      ...figures,
      nextSection(facts.next, money),
      aboutSection(facts, {
        sources:
          "the ad account's figures and change history as of the last sync, and Adwarden's activity log.",
        unknown: [
          "past budgets and targets: days before a change are measured against today's values.",
          "impressions lost in the whole month: the shares are those of the last seven days with figures."
        ]
      })
    ]
  }
}
