import { type DayFigures, hasServed } from "../../../campaigns/index.ts"
import { amountOf, cpaOrNull, microsPerUnit, roundTo, sumAll } from "../../amounts.ts"
import { cpaInterval, extraConversions } from "../../detect/intervals.ts"
import { confidence } from "../../detect/view.ts"
import {
  escapeMarkdown,
  formatNumber,
  joinBlocks,
  type MoneyFormat,
  pluralize,
  strong
} from "../../markdown.ts"
import { combinedSaving, estimateDays } from "../../savings/estimate.ts"
import { describeSaving, savingMeaning } from "../../savings/sentences.ts"
import type { Section } from "../document.ts"
import { campaignNamer, daysOfPeriod, daysSpentOut, percentText } from "../figures.ts"
import { byCost, differ } from "../noise.ts"
import type { Source, SourceCampaign } from "../source.ts"
import { nextStepsFacts } from "./recommended.ts"

/*
 * Options for the next quarter, each computed from the last quarter's figures. An option is arithmetic, not a
 * forecast.
 */

/** A fifth: enough to see a difference, and little enough to undo. A month is 30 days. */
const shiftShare = 0.2
const daysPerMonth = 30
/** With fewer conversions, a cost per conversion is chance. */
const minConversions = 10

interface LiveCampaign extends SourceCampaign {
  readonly days: ReadonlyArray<DayFigures>
  readonly cost: number
  /** In micros. */
  readonly cpa: number
  readonly conversions: number
}

/** The share of the average cost of 30 days: an estimate covers 30 days and promises nothing for a quarter. */
const stopWaste = (source: Source, cost: number) => {
  const { estimated, saving, saving_at_least, saving_conversions } = nextStepsFacts(source)
  if (saving === null) return null
  const days = new Set(daysOfPeriod(source).map(({ date }) => date)).size
  return {
    option: "stop_waste" as const,
    recommendations: estimated,
    saving_month: saving,
    saving_at_least,
    saving_conversions,
    saving_days: estimateDays,
    share: percentText(saving * microsPerUnit, (cost * estimateDays) / days)
  }
}

const raiseOf = ({ budget }: LiveCampaign): number => Math.max(1, Math.round(budget * shiftShare))

/** Whether the campaign's own known waste would pay for a raise: it needs no more money. */
const canSaveInstead =
  ({ pending }: Source) =>
  (one: LiveCampaign): boolean =>
    (combinedSaving(pending.filter(({ campaign }) => campaign === one.slug))?.amount ?? 0) >=
    raiseOf(one) * daysPerMonth

const moveMoney = (
  source: Source,
  live: ReadonlyArray<LiveCampaign>,
  growing: ReadonlyArray<LiveCampaign>
) => {
  const [from] = live.toSorted((a, b) => b.cpa - a.cpa)
  const [to] = growing.toSorted((a, b) => a.cpa - b.cpa)
  if (to === undefined || from === undefined || from.cpa < to.cpa * (1 + shiftShare)) return null
  // The two are chosen as the furthest apart of all pairs.
  const [a, b] = [from, to].map((one) => byCost({ conversions: one.conversions, cost_micros: one.cost }))
  if (!differ(a!, b!, (live.length * (live.length - 1)) / 2)) return null
  const name = campaignNamer(source.campaigns)
  const moved = from.cost * shiftShare
  return {
    option: "move_money" as const,
    from: name(from.slug),
    from_cpa: amountOf(from.cpa),
    to: name(to.slug),
    to_cpa: amountOf(to.cpa),
    part: percentText(shiftShare, 1)!,
    amount: amountOf(moved),
    conversions_there: roundTo(moved / from.cpa, 1),
    conversions_here: roundTo(moved / to.cpa, 1),
    gain: roundTo(moved / to.cpa - moved / from.cpa, 1)
  }
}

const growWinner = (source: Source, growing: ReadonlyArray<LiveCampaign>) => {
  const [best] = growing
    .map((one) => ({ ...one, out: daysSpentOut(one.budget, one.days) }))
    .filter(({ budget, cpa, days, out, target_cpa }) => {
      const worthIt = target_cpa === null || cpa <= target_cpa * microsPerUnit
      return budget > 0 && worthIt && out * 2 >= days.length
    })
    .toSorted((a, b) => a.cpa - b.cpa)
  if (best === undefined) return null
  const more = raiseOf(best)
  const cpa = cpaInterval({ conversions: best.conversions, cost_micros: best.cost }, confidence)
  const extra = extraConversions(more * daysPerMonth * microsPerUnit, cpa)
  return {
    option: "grow_winner" as const,
    campaign: campaignNamer(source.campaigns)(best.slug),
    budget: best.budget,
    raised: best.budget + more,
    spent_out: best.out,
    days: best.days.length,
    cpa: amountOf(best.cpa),
    cost_month: more * daysPerMonth,
    conversions_low: extra.low,
    conversions_high: extra.high
  }
}

const maxOptions = 3

/** Returns the first options that the figures support; "no change" is always one. */
const optionsOf = (source: Source) => {
  const days = daysOfPeriod(source)
  const all = sumAll(days)
  if (all.cost_micros === 0) return []
  const live = source.campaigns
    .filter(({ state, type }) => state === "live" && type !== "brand")
    .flatMap((campaign): ReadonlyArray<LiveCampaign> => {
      const campaignDays = days.filter((day) => day.campaign === campaign.slug && hasServed(day))
      const { conversions, cost_micros } = sumAll(campaignDays)
      return conversions < minConversions || cost_micros === 0
        ? []
        : [
            {
              ...campaign,
              days: campaignDays,
              cost: cost_micros,
              conversions,
              cpa: cost_micros / conversions
            }
          ]
    })
  const stay = {
    option: "stay" as const,
    spend: amountOf(all.cost_micros),
    conversions: roundTo(all.conversions, 1),
    cpa: cpaOrNull(all)
  }
  const growing = live.filter((one) => !canSaveInstead(source)(one))
  return [
    stopWaste(source, all.cost_micros),
    moveMoney(source, live, growing),
    growWinner(source, growing),
    stay
  ]
    .filter((option) => option !== null)
    .slice(0, maxOptions)
}
type OptionFact = ReturnType<typeof optionsOf>[number]

/** Describes an option with its figures and their basis: its title and text. */
const optionText = (option: OptionFact, money: MoneyFormat): readonly [title: string, text: string] => {
  switch (option.option) {
    case "stop_waste":
      return [
        "Stop the known waste",
        `${pluralize(option.recommendations, "recommendation")} with an estimate ${option.recommendations === 1 ? "is" : "are"} open. ${describeSaving(option.recommendations, money(option.saving_month), option.saving_at_least)}${option.share === null ? "" : ` That is ${option.share} of an average 30 days of the quarter.`} ${savingMeaning(option.saving_conversions)} Each of them can be undone.`
      ]
    case "move_money":
      return [
        `Move money from ${escapeMarkdown(option.from)} to ${escapeMarkdown(option.to)}`,
        `A conversion cost ${money(option.from_cpa)} in ${strong(option.from)} and ${money(option.to_cpa)} in ${strong(option.to)}. ${option.part} of the first campaign's spend (${money(option.amount)}) bought ${formatNumber(option.conversions_there)} conversions there. At the other's price it buys ${formatNumber(option.conversions_here)}: ${formatNumber(option.gain)} more for the same money. The price may rise as more is bought, so move it in steps.`
      ]
    case "grow_winner":
      return [
        `Raise the budget of ${escapeMarkdown(option.campaign)}`,
        `It spent its budget on ${option.spent_out} of ${pluralize(option.days, "day")}, at ${money(option.cpa)} a conversion. From ${money(option.budget)} to ${money(option.raised)} a day costs up to ${money(option.cost_month)} more a month and brings ${formatNumber(option.conversions_low)} to ${formatNumber(option.conversions_high)} conversions, if the next ones cost the same.`
      ]
    case "stay":
      return [
        "Change nothing",
        `The next quarter then costs about ${money(option.spend)} and brings about ${pluralize(option.conversions, "conversion")}${option.cpa === null ? "" : ` at ${money(option.cpa)} each`}, if the season is the same.`
      ]
  }
}

export const optionFacts = (source: Source) => ({
  options: optionsOf(source).map((fact, n) => ({ number: n + 1, fact })),
  options_wanted: maxOptions
})

export const optionsSection = (
  { options, options_wanted }: ReturnType<typeof optionFacts>,
  money: MoneyFormat
): Section => ({
  heading: "Options for the next quarter",
  prose:
    options.length < options_wanted
      ? "The figures support no further option; anything else would be a guess."
      : null,
  body: joinBlocks(
    ...options.map(({ fact, number }) => {
      const [title, text] = optionText(fact, money)
      return `### ${number}. ${title}\n\n${text}`
    })
  )
})
