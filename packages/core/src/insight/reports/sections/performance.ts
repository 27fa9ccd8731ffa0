import { longDay, type Money, moneyIn, number } from "../../markdown/amounts.ts"
import { bar } from "../../markdown/charts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted, listed, plain } from "../../markdown/text.ts"
import type { Document, Section } from "../document.ts"
import type { BudgetFact, PerformanceFacts } from "../facts/performance.ts"
import { aboutSection, fixed, noFigures } from "./frame.ts"
import { nextSection } from "./next.ts"
import { campaignTable, comparison, trendOf } from "./tables.ts"
import { carriers, priceOf } from "./why.ts"
import { besideOf, cameTo, change, datesOf, orUnknown, underTitle } from "./wording.ts"

type Weekday = PerformanceFacts["weekdays"][number]
type Target = PerformanceFacts["targets"][number]

const weekdayProse = (weekdays: ReadonlyArray<Weekday>, money: Money): string => {
  const priced = weekdays.flatMap(({ cpa, weekday }) => (cpa === null ? [] : [{ cpa, weekday }]))
  const [cheapest, dearest] = [
    priced.toSorted((a, b) => a.cpa - b.cpa)[0],
    priced.toSorted((a, b) => b.cpa - a.cpa)[0]
  ]
  if (cheapest === undefined || dearest === undefined || cheapest === dearest) return ""
  return `A conversion was cheapest on ${cheapest.weekday}s (${money(cheapest.cpa)}) and dearest on ${dearest.weekday}s (${money(dearest.cpa)}).`
}

const weekdaySection = ({ weekdays }: PerformanceFacts, money: Money): Section => {
  const most = Math.max(...weekdays.map(({ a_day }) => a_day), 0)
  return {
    heading: "Days of the week",
    about: "which days of the week were cheap and which were dear",
    prose: weekdayProse(weekdays, money),
    facts: { weekdays },
    body: table<Weekday>(
      [
        { title: "Day", cell: ({ weekday }) => weekday },
        { title: "", cell: ({ a_day }) => bar(a_day, most) },
        { title: "Spend a day", figures: true, cell: ({ a_day }) => money(a_day) },
        { title: "Clicks", figures: true, cell: ({ clicks }) => number(clicks) },
        { title: "Conversions", figures: true, cell: ({ conversions }) => number(conversions) },
        { title: "Conversions per click", figures: true, cell: ({ rate }) => orUnknown(rate, String) },
        { title: "Cost per conversion", figures: true, cell: ({ cpa }) => orUnknown(cpa, money) }
      ],
      weekdays
    )
  }
}

const budgetProse = ({ budgets, spent_out_from }: PerformanceFacts): string => {
  const limited = budgets
    .filter(({ days, spent_out }) => spent_out * 2 >= days)
    .map(({ days, name, spent_out }) => `**${plain(name)}** (${spent_out} of ${counted(days, "day")})`)
  const least = budgets
    .flatMap(({ name, used }) => (used === null ? [] : [{ name, used }]))
    .toSorted((a, b) => Number.parseFloat(a.used) - Number.parseFloat(b.used))[0]
  const ranOut =
    limited.length === 0
      ? `No campaign reached ${spent_out_from} of its budget on most days: budgets held little back.`
      : `On most days the budget ran out in ${listed(limited)}: at least ${spent_out_from} of it was spent, and what people searched for afterwards may have been missed.`
  return least === undefined || budgets.length < 2
    ? ranOut
    : `${ranOut} **${plain(least.name)}** used least of its budget: ${least.used}.`
}

const budgetSection = (facts: PerformanceFacts, money: Money): Section => ({
  heading: "Budgets",
  about: "which budgets ran out and which were left over",
  prose: facts.budgets.length === 0 ? "No campaign with figures has a budget here." : budgetProse(facts),
  facts: { budgets: facts.budgets },
  body: blocks(
    table<BudgetFact>(
      [
        { title: "Campaign", cell: ({ name }) => plain(name) },
        { title: "Budget a day", figures: true, cell: ({ budget }) => money(budget) },
        { title: "Used", figures: true, cell: ({ used }) => orUnknown(used, String) },
        { title: "Spend", figures: true, cell: ({ spend }) => money(spend) },
        { title: "Left over", figures: true, cell: ({ unspent }) => money(unspent) },
        { title: "Days spent out", figures: true, cell: ({ days, spent_out }) => `${spent_out} of ${days}` }
      ],
      facts.budgets
    )
  )
})

const targetProse = (targets: ReadonlyArray<Target>): string => {
  const met = targets.filter((target) => target.met === true).map(({ name }) => `**${plain(name)}**`)
  const missed = targets
    .filter((target) => target.met === false)
    .map(({ name, off }) => `**${plain(name)}** (${orUnknown(off, change)})`)
  return [
    met.length === 0 ? [] : [`${listed(met)} met the target.`],
    missed.length === 0 ? [] : [`${listed(missed)} missed it.`]
  ]
    .flat()
    .join(" ")
}

const targetSection = ({ targets }: PerformanceFacts, money: Money): Section => ({
  heading: "Targets",
  about: "which campaigns met the cost per conversion that was set for them",
  prose:
    targets.length === 0
      ? "No campaign with figures has a target for its cost per conversion."
      : targetProse(targets),
  facts: { targets },
  body: table<Target>(
    [
      { title: "Campaign", cell: ({ name }) => plain(name) },
      { title: "Target", figures: true, cell: ({ target }) => money(target) },
      { title: "Cost per conversion", figures: true, cell: ({ cpa }) => orUnknown(cpa, money) },
      { title: "Off", figures: true, cell: ({ off }) => change(off) },
      { title: "", cell: ({ met }) => (met === null ? "nothing converted" : met ? "met" : "missed") }
    ],
    targets
  )
})

/** A calendar month: campaigns, days of the week, the trend, budgets used and left, targets met. */
export const performanceReport = (facts: PerformanceFacts): Document => {
  const money = moneyIn(facts.currency)
  const { all, campaigns } = facts
  const month = longDay(facts.period.from).replace(/^\d+ /, "")
  const title = `Performance in ${month}`
  const subtitle = fixed(underTitle(facts, datesOf(facts.period)))
  const next = nextSection(facts.next, money)
  if (facts.days_with_data === 0) return { title, sections: [subtitle, noFigures(facts, "month"), next] }
  const why = [carriers({ all, campaigns }, money), priceOf(all, money)].filter(
    (sentence) => sentence !== null
  )
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a monthly report: what was spent, what it brought, how both moved",
        prose: cameTo(all, money, `the ${besideOf(facts)}`),
        facts: { all },
        body: blocks(
          comparison(all, money, "This month", besideOf(facts)),
          trendOf(
            `**${facts.trend_weeks} weeks**, the last being the one in which the month ends:`,
            facts.weeks,
            money
          )
        )
      },
      {
        heading: "Campaigns",
        about: "which campaigns carry the change of the month",
        prose: why.join(" "),
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
