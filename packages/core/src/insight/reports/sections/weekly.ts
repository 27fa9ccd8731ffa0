import type { Document, Section } from "../../document/document.ts"
import { describeTotals, formatDateRange } from "../../document/figures.ts"
import {
  amount,
  bars,
  campaignTable,
  comparison,
  figure,
  formatSigned,
  optional,
  plain,
  termTable,
  titledTable,
  trendChart
} from "../../document/tables.ts"
import {
  bulletList,
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  formatWeekday,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  moneyFormatter,
  personName,
  pluralize,
  quoteInline,
  strong,
  table
} from "../../markdown.ts"
import type { ActionsFacts } from "../facts/actions.ts"
import type { WeeklyFacts } from "../facts/weekly.ts"
import { aboutSection, comparedPeriodLabel, noFiguresSection, subtitleSection } from "./frame.ts"
import { nextSection } from "./next.ts"
import { servingSection } from "./serving.ts"
import { explainChanges, isNotable, trackingAlarm } from "./why.ts"

const weekdayAndDay = (day: string): string => `${formatWeekday(day)} ${formatShortDay(day)}`

const actorGroups = [
  ["person", "By people", "by people"],
  ["program", "By programs, with a key or as a connected app", "by programs"],
  ["service", "By Adwarden itself", "by Adwarden itself"],
  ["outside", "Outside Adwarden, in the ad platform", "in the ad platform"]
] as const

const actionsProse = (done: ActionsFacts): string => {
  if (done.total === 0) return "Nothing was changed in this week, here or in the ad platform."
  const counts = actorGroups.flatMap(([by, , text]) =>
    done[by] === 0 ? [] : [`${formatNumber(done[by])} ${text}`]
  )
  const newest = done.looked_at < done.total ? `of the newest ${formatNumber(done.looked_at)}, ` : ""
  return joinSentences(
    `${pluralize(done.total, "change")} ${done.total === 1 ? "was" : "were"} made: ${newest}${joinWithAnd(counts)}.`,
    done.list.some((action) => action.undone) ? "Some of them were undone." : null
  )
}

const actionLine = ({ campaign, day, detail, undone, who }: ActionsFacts["list"][number]): string => {
  const of = campaign === "" ? "" : ` ${strong(campaign)}:`
  const text = undone ? `~~${escapeMarkdown(detail)}~~ (undone)` : escapeMarkdown(detail)
  return `${weekdayAndDay(day)},${of} ${text} _(${personName(who)})_`
}

/** The changes of the week, by people, by programs, and by others in the ad platform. */
const actionsSection = (done: ActionsFacts): Section => ({
  heading: "What was done",
  prose: actionsProse(done),
  body: joinBlocks(
    ...actorGroups.map(([by, title]) => {
      const lines = done.list.filter((action) => action.by === by).map(actionLine)
      return lines.length === 0 ? null : joinBlocks(`**${title}**`, bulletList(lines))
    }),
    done.left_out === 0
      ? null
      : `And ${formatNumber(done.left_out)} earlier ones, which the activity log lists.`
  )
})

/** Returns the row that changed most; null without a comparison. */
const largestChange = <Row extends { readonly more: number | null }>(rows: ReadonlyArray<Row>) =>
  rows
    .flatMap((row) => (row.more === null ? [] : [{ ...row, more: row.more }]))
    .toSorted((a, b) => Math.abs(b.more) - Math.abs(a.more))[0]

/** Names the day that differs most from the same day of the week before, if the week differs. */
const explainDayChange = ({ all, days_of_week }: WeeklyFacts, money: MoneyFormat): string | null => {
  const largest = largestChange(days_of_week)
  if (largest === undefined || all.before.spend === 0 || !isNotable(all.change.spend)) return null
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
      bars(days_of_week, ({ spend }) => spend),
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

/** The weekly report: changes and their causes, actions and actors, and next steps. */
export const weeklyReport = (facts: WeeklyFacts): Document => {
  const money = moneyFormatter(facts.currency)
  const { all, campaigns, causes, next, terms } = facts
  const terms_ = (title: string, list: typeof terms.up) => titledTable(`**${title}**`, termTable(list, money))
  const figures: ReadonlyArray<Section> =
    facts.days_with_data === 0
      ? [noFiguresSection(facts, "week")]
      : [
          {
            about: "the opening of a weekly report: what was spent, what it brought, how both moved",
            prose: joinSentences(
              trackingAlarm(causes),
              describeTotals(all, money, `the ${comparedPeriodLabel(facts)}`),
              next.saving === null
                ? null
                : `The recommendations below would have saved ${next.saving_at_least ? "at least " : ""}an estimated ${money(next.saving)} in 30 days.`
            ),
            facts: { all, tracking: causes.tracking, next: { total: next.total, saving: next.saving } },
            body: joinBlocks(
              comparison(all, money, "This week", comparedPeriodLabel(facts)),
              trendChart(`**${facts.trend_weeks} weeks**, ending with this one:`, facts.weeks, money)
            )
          },
          {
            heading: "Why",
            about: "why spend and results moved: the campaigns, prices, causes, days and searches behind it",
            prose:
              joinSentences(
                explainChanges(all, campaigns, causes, money),
                explainDayChange(facts, money),
                explainTermChange(facts, money)
              ) || "No campaign, day or search changed much.",
            facts: { all, campaigns, causes, days: facts.days_of_week, terms },
            body: joinBlocks(
              campaignTable(campaigns, money),
              facts.campaigns_left_out === 0
                ? null
                : `And ${pluralize(facts.campaigns_left_out, "campaign")} that cost less.`,
              daysTable(facts, money),
              terms_("Searches that cost more than before", terms.up),
              terms_("Searches that cost less", terms.down),
              terms_("Searches with the most conversions", terms.converting),
              terms_("The most expensive searches without a conversion this week", terms.idle)
            )
          },
          ...servingSection(facts.serving, money)
        ]
  return {
    title: `Your week: ${formatDateRange(facts.period)}`,
    sections: [
      subtitleSection(facts, "Monday to Sunday"),
      ...figures,
      actionsSection(facts.done),
      nextSection(next, money),
      aboutSection(facts, {
        sources:
          "the ad account's figures, ad approvals, quality scores and change history as of the last sync, Adwarden's activity log and its recommendations. The days of changes are in UTC.",
        unknown: [
          "changes on the website, and what competitors did. Changes in the ad platform are known from 30 days before the account was linked."
        ]
      })
    ]
  }
}
