import {
  formatNumber,
  formatShortDay,
  formatWeekday,
  type MoneyFormat,
  moneyFormatter
} from "../../markdown/format.ts"
import { bar, table } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, joinSentences, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { ReportDocument, Section } from "../document.ts"
import type { ActionFact, WeeklyFacts } from "../facts/weekly.ts"
import {
  explainCpaChange,
  explainDayChange,
  explainSpendChange,
  explainTermChange
} from "./change-explanations.ts"
import {
  aboutSection,
  comparedPeriodLabel,
  describeTotals,
  fixedParagraph,
  formatDateRange,
  formatSigned,
  noFiguresSection,
  reportSubtitle
} from "./frame.ts"
import { nextSection } from "./next.ts"
import { campaignTable, comparison, termTable, trendChart } from "./tables.ts"

type ActionsFacts = WeeklyFacts["done"]

const actorGroups = [
  { by: "person", title: "By people", count: (n: number) => `${formatNumber(n)} by people` },
  {
    by: "program",
    title: "By programs, with a key or as a connected app",
    count: (n: number) => `${formatNumber(n)} by programs`
  },
  {
    by: "service",
    title: "By Adwarden itself",
    count: (n: number) => `${formatNumber(n)} by Adwarden itself`
  }
] as const

const actionsProse = (done: ActionsFacts): string => {
  if (done.total === 0) return "Nothing was changed through Adwarden in this week."
  const counts = actorGroups.flatMap(({ by, count }) => (done[by] === 0 ? [] : [count(done[by])]))
  const newest = done.looked_at < done.total ? ` Of the newest ${formatNumber(done.looked_at)},` : ""
  const undone = done.list.filter((action) => action.undone).length
  return (
    `${pluralize(done.total, "change")} ${done.total === 1 ? "was" : "were"} made.` +
    `${newest} ${joinWithAnd(counts)}.` +
    (undone === 0 ? "" : ` Some of them were undone.`)
  )
}

const actionLine = ({ campaign, day, detail, undone, who }: ActionFact): string => {
  const of = campaign === "" ? "" : ` **${escapeMarkdown(campaign)}**:`
  return `- ${formatWeekday(day)} ${formatShortDay(day)},${of} ${undone ? `~~${escapeMarkdown(detail)}~~ (undone)` : escapeMarkdown(detail)} _(${escapeMarkdown(who).replaceAll("\\@", "@")})_`
}

/** The actions of the week, by people and by programs. */
const actionsSection = (done: ActionsFacts): Section => ({
  heading: "What was done",
  prose: actionsProse(done),
  facts: done,
  body: joinBlocks(
    ...actorGroups.flatMap(({ by, title }) => {
      const lines = done.list.filter((action) => action.by === by).map(actionLine)
      return lines.length === 0 ? [] : [`**${title}**`, lines.join("\n")]
    }),
    done.left_out === 0
      ? null
      : `And ${formatNumber(done.left_out)} before these: the action log has them all.`
  )
})

const weeklySummary = (facts: WeeklyFacts, money: MoneyFormat): string => {
  const { all, next } = facts
  const savingsText =
    next.saving === null
      ? ""
      : ` The recommendations below would have saved an estimated ${money(next.saving)} in 30 days.`
  return `${describeTotals(all, money, `the ${comparedPeriodLabel(facts)}`)}${savingsText}`
}

const daysTable = ({ days_of_week }: WeeklyFacts, money: MoneyFormat): string => {
  const maximum = Math.max(...days_of_week.map(({ spend }) => spend))
  return table<WeeklyFacts["days_of_week"][number]>(
    [
      { title: "Day", cell: ({ day }) => `${formatWeekday(day)} ${formatShortDay(day)}` },
      { title: "", cell: ({ spend }) => bar(spend, maximum) },
      { title: "Spend", numeric: true, cell: ({ spend }) => money(spend) },
      { title: "vs week before", numeric: true, cell: ({ more }) => formatSigned(more, money) },
      { title: "Conversions", numeric: true, cell: ({ conversions }) => formatNumber(conversions) },
      {
        title: "vs week before",
        numeric: true,
        cell: (day) => formatSigned(day.more_conversions, formatNumber)
      }
    ],
    days_of_week
  )
}

const termTables = ({ terms }: WeeklyFacts, money: MoneyFormat): string => {
  const { converting, down, idle, up } = terms
  const part = (title: string, list: typeof up) =>
    list.length === 0 ? null : joinBlocks(`**${title}**`, termTable(list, money))
  return joinBlocks(
    part("Searches that cost more than before", up),
    part("Searches that cost less", down),
    part("Searches that brought most conversions", converting),
    part("Searches that cost most without a conversion this week", idle)
  )
}

/** The weekly report: changes and their causes, actions and actors, and next steps. */
export const weeklyReport = (facts: WeeklyFacts): ReportDocument => {
  const money = moneyFormatter(facts.currency)
  const { all, campaigns } = facts
  const title = `Your week: ${formatDateRange(facts.period)}`
  const subtitle = fixedParagraph(reportSubtitle(facts, "Monday to Sunday"))
  const done = actionsSection(facts.done)
  const next = nextSection(facts.next, money)
  if (facts.days_with_data === 0)
    return { title, sections: [subtitle, noFiguresSection(facts, "week"), done, next] }
  const why = joinSentences(
    explainSpendChange(facts, money),
    explainCpaChange(all, money),
    explainDayChange(facts, money),
    explainTermChange(facts, money)
  )
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a weekly report: what was spent, what it brought, how both moved",
        prose: weeklySummary(facts, money),
        facts: { all, next: { total: facts.next.total, saving: facts.next.saving } },
        body: joinBlocks(
          comparison(all, money, "This week", comparedPeriodLabel(facts)),
          trendChart(`**${facts.trend_weeks} weeks**, the last being this one:`, facts.weeks, money)
        )
      },
      {
        heading: "Why",
        about: "why spend and results moved: the campaigns, prices, days and searches that carry it",
        prose: why || "Nothing stands out: no campaign, day or search moved much.",
        facts: { all, campaigns, days: facts.days_of_week, terms: facts.terms },
        body: joinBlocks(
          campaignTable(campaigns, money),
          facts.campaigns_left_out === 0
            ? null
            : `And ${pluralize(facts.campaigns_left_out, "campaign")} that cost less.`,
          daysTable(facts, money),
          termTables(facts, money)
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
