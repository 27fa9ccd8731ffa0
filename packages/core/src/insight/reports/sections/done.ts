import { number, shortDay, weekday } from "../../markdown/amounts.ts"
import { blocks, counted, listed, plain } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { ActionFact } from "../facts/parts.ts"
import type { WeeklyFacts } from "../facts/weekly.ts"

type Done = WeeklyFacts["done"]

const groups = [
  { by: "person", title: "By people", count: (n: number) => `${number(n)} by people` },
  {
    by: "program",
    title: "By programs, with a key or as a connected app",
    count: (n: number) => `${number(n)} by programs`
  },
  { by: "service", title: "By Adwarden itself", count: (n: number) => `${number(n)} by Adwarden itself` }
] as const

const prose = (done: Done): string => {
  if (done.total === 0) return "Nothing was changed through Adwarden in this week."
  const told = groups.flatMap(({ by, count }) => (done[by] === 0 ? [] : [count(done[by])]))
  const newest = done.looked_at < done.total ? ` Of the newest ${number(done.looked_at)},` : ""
  const undone = done.list.filter((action) => action.undone).length
  return (
    `${counted(done.total, "change")} ${done.total === 1 ? "was" : "were"} made.` +
    `${newest} ${listed(told)}.` +
    (undone === 0 ? "" : ` Some of them were undone.`)
  )
}

const line = ({ campaign, day, detail, undone, who }: ActionFact): string => {
  const of = campaign === "" ? "" : ` **${plain(campaign)}**:`
  return `- ${weekday(day)} ${shortDay(day)},${of} ${undone ? `~~${plain(detail)}~~ (undone)` : plain(detail)} _(${plain(who).replaceAll("\\@", "@")})_`
}

/** What was done in the week, people and programs told apart. */
export const doneSection = (done: Done): Section => ({
  heading: "What was done",
  prose: prose(done),
  facts: done,
  body: blocks(
    ...groups.flatMap(({ by, title }) => {
      const lines = done.list.filter((action) => action.by === by).map(line)
      return lines.length === 0 ? [] : [`**${title}**`, lines.join("\n")]
    }),
    done.left_out === 0 ? null : `And ${number(done.left_out)} before these: the action log has them all.`
  )
})
