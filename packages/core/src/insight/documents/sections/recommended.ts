import {
  formatNumber,
  joinBlocks,
  type MoneyFormat,
  oneLine,
  pluralize,
  strong,
  table
} from "../../markdown.ts"
import { recommendationLabels } from "../../recommendations/labels.ts"
import { combinedSaving, estimateDays, savingOf } from "../../savings/estimate.ts"
import { describeSaving, savingMeaning } from "../../savings/sentences.ts"
import type { Section } from "../document.ts"
import { campaignNamer } from "../figures.ts"
import type { Source } from "../source.ts"
import { amount, quoted } from "../tables.ts"

const maxListed = 8

/** Returns the recommendations that waited, largest saving first. */
export const nextStepsFacts = ({ campaigns, checked_daily, past, pending, pending_total }: Source) => {
  // Items that several recommendations stop count once.
  const saving = combinedSaving(pending)
  return {
    total: pending_total,
    /** Whether the detectors run on every live search campaign each day. */
    checked_daily,
    /** The combined estimate for 30 days. */
    saving: saving?.amount ?? null,
    /** Whether it may be more. */
    saving_at_least: saving?.atLeast ?? false,
    /** What the stopped keywords and searches brought in the same days; null if it is not known. */
    saving_conversions: saving?.conversions ?? null,
    /** The number of recommendations with an estimate. */
    estimated: pending.filter(({ saves }) => saves !== null && savingOf(saves) !== null).length,
    saving_days: estimateDays,
    /** Whether these waited at the end of a past period, rather than now. */
    past,
    left_out: Math.max(0, pending_total - maxListed),
    list: pending.slice(0, maxListed).map(({ campaign, saving, summary, type }) => ({
      campaign: campaignNamer(campaigns)(campaign),
      summary: summary === null ? recommendationLabels[type] : oneLine(summary, 200),
      saving
    }))
  }
}
type NextSteps = ReturnType<typeof nextStepsFacts>

const nextStepsProse = (
  { checked_daily, estimated, list, past, saving, saving_at_least, total }: NextSteps,
  money: MoneyFormat
): string => {
  const [first] = list
  if (first === undefined)
    return past
      ? "No recommendation was open at the end of this period."
      : `No recommendation is open.${checked_daily ? " The campaigns are checked for waste every day." : ""}`
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
export const nextSection = ({ next }: { readonly next: NextSteps }, money: MoneyFormat): Section => ({
  heading: "What to do next",
  about: "what the reader could decide next: open recommendations, and what they could save",
  prose: nextStepsProse(next, money),
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
