import { type Money, number } from "../../markdown/amounts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted, plain } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { NextFacts } from "../facts/recommended.ts"
import { orUnknown } from "./wording.ts"

type Next = typeof NextFacts.Type

const prose = ({ estimated = 0, list, saving, total }: Next, money: Money): string => {
  const [first] = list
  if (first === undefined) {
    return "No recommendation waits to be decided. Run a detector on a campaign to look for waste in it."
  }
  const waits = `${counted(total, "recommendation")} ${total === 1 ? "waits" : "wait"} to be decided`
  if (saving === null || first.saving === null)
    return `${waits}. None of them comes with an estimated saving.`
  const most = estimated < 2 ? "" : ` The largest is in **${plain(first.campaign)}**: ${money(first.saving)}.`
  return `${waits}; together they would have saved an estimated ${money(saving)} in the last 30 days, each keyword and search counted once.${most}`
}

/** What waits for somebody's yes or no. */
export const nextSection = (next: Next, money: Money): Section => ({
  heading: "What to do next",
  about: "what the reader could decide next: recommendations that wait, and what they could save",
  prose: prose(next, money),
  facts: next,
  body: blocks(
    table<Next["list"][number]>(
      [
        { title: "What", cell: ({ summary }) => plain(summary) },
        { title: "Campaign", cell: ({ campaign }) => plain(campaign) },
        { title: "Saves a month", figures: true, cell: ({ saving }) => orUnknown(saving, money) },
        { title: "Recommendation", cell: ({ id }) => `\`${id}\`` }
      ],
      next.list
    ),
    next.left_out === 0 ? null : `And ${number(next.left_out)} more.`,
    next.total === 0
      ? null
      : "A saving is cost that bought nothing in the last 30 days; a campaign limited by its budget will spend it elsewhere. Each recommendation can be previewed before it is applied, and undone afterwards."
  )
})
