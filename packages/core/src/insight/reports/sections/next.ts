import type { Section } from "../../document/document.ts"
import { amount, quoted } from "../../document/tables.ts"
import { formatNumber, joinBlocks, type MoneyFormat, pluralize, strong, table } from "../../markdown.ts"
import { describeSaving, savingMeaning } from "../../savings/sentences.ts"
import type { NextSteps } from "../facts/recommended.ts"

const prose = (
  { estimated, list, past, saving, saving_at_least, total }: NextSteps,
  money: MoneyFormat
): string => {
  const [first] = list
  if (first === undefined)
    return past
      ? "No recommendation was open at the end of this period."
      : "No recommendation is open. The campaigns are checked for waste every day."
  const open = past
    ? `${pluralize(total, "recommendation")} ${total === 1 ? "was" : "were"} open at the end of this period`
    : `${pluralize(total, "recommendation")} ${total === 1 ? "is" : "are"} waiting for your decision`
  if (saving === null || first.saving === null)
    return `${open}. ${total === 1 ? "It has" : "They have"} no estimated saving.`
  const largest =
    estimated < 2 || first.saving === saving
      ? ""
      : ` The largest is in ${strong(first.campaign)}: ${money(first.saving)}.`
  return `${open}. ${describeSaving(total, money(saving), saving_at_least)}${largest}`
}

/** The recommendations that wait for a decision, or waited at the end of a past period. */
export const nextSection = (next: NextSteps, money: MoneyFormat): Section => ({
  heading: "What to do next",
  about: "what the reader could decide next: open recommendations, and what they could save",
  prose: prose(next, money),
  facts: next,
  body: joinBlocks(
    table<NextSteps["list"][number]>(
      [
        quoted("What", ({ summary }) => summary),
        quoted("Campaign", ({ campaign }) => campaign),
        amount("Saves a month", money, ({ saving }) => saving)
      ],
      next.list
    ),
    next.left_out === 0 ? null : `And ${formatNumber(next.left_out)} more.`,
    next.total === 0
      ? null
      : `A saving is the cost of 30 days. ${savingMeaning(next.saving_conversions)} Several rows can concern the same money, so they are not added up. Each recommendation shows its changes before you apply it, and can be undone.`
  )
})
