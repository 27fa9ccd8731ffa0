import { formatNumber, type MoneyFormat } from "../../markdown/format.ts"
import { table } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, pluralize } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { NextStepsFacts } from "../facts/recommended.ts"
import { orUnknown } from "./frame.ts"

type NextSteps = typeof NextStepsFacts.Type

const prose = ({ estimated = 0, list, saving, total }: NextSteps, money: MoneyFormat): string => {
  const [first] = list
  if (first === undefined) {
    return "No recommendation waits to be decided. Run a detector on a campaign to look for waste in it."
  }
  const pendingText = `${pluralize(total, "recommendation")} ${total === 1 ? "waits" : "wait"} to be decided`
  if (saving === null || first.saving === null)
    return `${pendingText}. None of them comes with an estimated saving.`
  const largestText =
    estimated < 2 ? "" : ` The largest is in **${escapeMarkdown(first.campaign)}**: ${money(first.saving)}.`
  return `${pendingText}; together they would have saved an estimated ${money(saving)} in the last 30 days, each keyword and search counted once.${largestText}`
}

/** The recommendations that wait for a decision. */
export const nextSection = (next: NextSteps, money: MoneyFormat): Section => ({
  heading: "What to do next",
  about: "what the reader could decide next: recommendations that wait, and what they could save",
  prose: prose(next, money),
  facts: next,
  body: joinBlocks(
    table<NextSteps["list"][number]>(
      [
        { title: "What", cell: ({ summary }) => escapeMarkdown(summary) },
        { title: "Campaign", cell: ({ campaign }) => escapeMarkdown(campaign) },
        { title: "Saves a month", numeric: true, cell: ({ saving }) => orUnknown(saving, money) },
        { title: "Recommendation", cell: ({ id }) => `\`${id}\`` }
      ],
      next.list
    ),
    next.left_out === 0 ? null : `And ${formatNumber(next.left_out)} more.`,
    next.total === 0
      ? null
      : "A saving is cost that bought nothing in the last 30 days; a campaign limited by its budget will spend it elsewhere. Each recommendation can be previewed before it is applied, and undone afterwards."
  )
})
