import { type Money, moneyIn, number, shortDay, weekday } from "../../markdown/amounts.ts"
import { bar } from "../../markdown/charts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted } from "../../markdown/text.ts"
import type { Document } from "../document.ts"
import type { WeeklyFacts } from "../facts/weekly.ts"
import { doneSection } from "./done.ts"
import { aboutSection, fixed, noFigures } from "./frame.ts"
import { nextSection } from "./next.ts"
import { campaignTable, comparison, termTable, trendOf } from "./tables.ts"
import { carriers, dayThatMoved, priceOf, termThatMoved } from "./why.ts"
import { besideOf, cameTo, datesOf, signed, underTitle } from "./wording.ts"

const inShort = (facts: WeeklyFacts, money: Money): string => {
  const { all, next } = facts
  const waits =
    next.saving === null
      ? ""
      : ` The recommendations below would have saved an estimated ${money(next.saving)} in 30 days.`
  return `${cameTo(all, money, `the ${besideOf(facts)}`)}${waits}`
}

const days = ({ days_of_week }: WeeklyFacts, money: Money): string => {
  const most = Math.max(...days_of_week.map(({ spend }) => spend))
  return table<WeeklyFacts["days_of_week"][number]>(
    [
      { title: "Day", cell: ({ day }) => `${weekday(day)} ${shortDay(day)}` },
      { title: "", cell: ({ spend }) => bar(spend, most) },
      { title: "Spend", figures: true, cell: ({ spend }) => money(spend) },
      { title: "vs week before", figures: true, cell: ({ more }) => signed(more, money) },
      { title: "Conversions", figures: true, cell: ({ conversions }) => number(conversions) },
      { title: "vs week before", figures: true, cell: (day) => signed(day.more_conversions, number) }
    ],
    days_of_week
  )
}

const terms = ({ terms }: WeeklyFacts, money: Money): string => {
  const { converting, down, idle, up } = terms
  const part = (title: string, list: typeof up) =>
    list.length === 0 ? null : blocks(`**${title}**`, termTable(list, money))
  return blocks(
    part("Searches that cost more than before", up),
    part("Searches that cost less", down),
    part("Searches that brought most conversions", converting),
    part("Searches that cost most without a conversion this week", idle)
  )
}

/** The week: what changed and by how much, why, what was done and by whom, what to do next. */
export const weeklyReport = (facts: WeeklyFacts): Document => {
  const money = moneyIn(facts.currency)
  const { all, campaigns } = facts
  const title = `Your week: ${datesOf(facts.period)}`
  const subtitle = fixed(underTitle(facts, "Monday to Sunday"))
  const done = doneSection(facts.done)
  const next = nextSection(facts.next, money)
  if (facts.days_with_data === 0) return { title, sections: [subtitle, noFigures(facts, "week"), done, next] }
  const why = [
    carriers(facts, money),
    priceOf(all, money),
    dayThatMoved(facts, money),
    termThatMoved(facts, money)
  ].filter((sentence) => sentence !== null)
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a weekly report: what was spent, what it brought, how both moved",
        prose: inShort(facts, money),
        facts: { all, next: { total: facts.next.total, saving: facts.next.saving } },
        body: blocks(
          comparison(all, money, "This week", besideOf(facts)),
          trendOf(`**${facts.trend_weeks} weeks**, the last being this one:`, facts.weeks, money)
        )
      },
      {
        heading: "Why",
        about: "why spend and results moved: the campaigns, prices, days and searches that carry it",
        prose:
          why.length === 0 ? "Nothing stands out: no campaign, day or search moved much." : why.join(" "),
        facts: { all, campaigns, days: facts.days_of_week, terms: facts.terms },
        body: blocks(
          campaignTable(campaigns, money),
          facts.campaigns_left_out === 0
            ? null
            : `And ${counted(facts.campaigns_left_out, "campaign")} that cost less.`,
          days(facts, money),
          terms(facts, money)
        )
      },
      done,
      next,
      aboutSection(facts, [
        "From Adwarden's copy of the ad account's figures, its action log and its recommendations. Days are the ad account's own; those of the action log are UTC's.",
        "What others changed in the ad platform itself is not in the action log."
      ])
    ]
  }
}
