import { formatNumber, formatShortDay, formatWeekday } from "../../markdown/format.ts"
import { escapeMarkdown, joinBlocks, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { ActionFact } from "../facts/actions.ts"
import type { WeeklyFacts } from "../facts/weekly.ts"

type ActionsFacts = WeeklyFacts["done"]

const groups = [
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

const prose = (done: ActionsFacts): string => {
  if (done.total === 0) return "Nothing was changed through Adwarden in this week."
  const counts = groups.flatMap(({ by, count }) => (done[by] === 0 ? [] : [count(done[by])]))
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
export const actionsSection = (done: ActionsFacts): Section => ({
  heading: "What was done",
  prose: prose(done),
  facts: done,
  body: joinBlocks(
    ...groups.flatMap(({ by, title }) => {
      const lines = done.list.filter((action) => action.by === by).map(actionLine)
      return lines.length === 0 ? [] : [`**${title}**`, lines.join("\n")]
    }),
    done.left_out === 0
      ? null
      : `And ${formatNumber(done.left_out)} before these: the action log has them all.`
  )
})
