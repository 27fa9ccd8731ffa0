import { type DayFigures, hasServed } from "../../../campaigns/index.ts"
import { amountOf, cpaOrNull, microsPerUnit, roundTo, sumAll } from "../../amounts.ts"
import { percentText } from "../../document/figures.ts"
import { combinedSaving, estimateDays } from "../../savings/estimate.ts"
import type { ReportSource, SourceCampaign } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import { daysOfPeriod } from "./header.ts"
import { daysSpentOut } from "./performance.ts"
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
}

/** The share of the average cost of 30 days: an estimate covers 30 days and promises nothing for a quarter. */
const stopWaste = (source: ReportSource, cost: number) => {
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
  ({ pending }: ReportSource) =>
  (one: LiveCampaign): boolean =>
    (combinedSaving(pending.filter(({ campaign }) => campaign === one.slug))?.amount ?? 0) >=
    raiseOf(one) * daysPerMonth

const moveMoney = (
  source: ReportSource,
  live: ReadonlyArray<LiveCampaign>,
  growing: ReadonlyArray<LiveCampaign>
) => {
  const [from] = live.toSorted((a, b) => b.cpa - a.cpa)
  const [to] = growing.toSorted((a, b) => a.cpa - b.cpa)
  if (to === undefined || from === undefined || from.cpa < to.cpa * (1 + shiftShare)) return null
  const name = campaignNamer(source)
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

const growWinner = (source: ReportSource, growing: ReadonlyArray<LiveCampaign>) => {
  const [best] = growing
    .map((one) => ({ ...one, out: daysSpentOut(one.budget, one.days) }))
    .filter(({ budget, cpa, days, out, target_cpa }) => {
      const worthIt = target_cpa === null || cpa <= target_cpa * microsPerUnit
      return budget > 0 && worthIt && out * 2 >= days.length
    })
    .toSorted((a, b) => a.cpa - b.cpa)
  if (best === undefined) return null
  const more = raiseOf(best)
  return {
    option: "grow_winner" as const,
    campaign: campaignNamer(source)(best.slug),
    budget: best.budget,
    raised: best.budget + more,
    spent_out: best.out,
    days: best.days.length,
    cpa: amountOf(best.cpa),
    cost_month: more * daysPerMonth,
    conversions_month: roundTo((more * daysPerMonth * microsPerUnit) / best.cpa, 1)
  }
}

/** Returns the first three options that the figures support; "no change" is always one. */
export const optionsOf = (source: ReportSource) => {
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
        : [{ ...campaign, days: campaignDays, cost: cost_micros, cpa: cost_micros / conversions }]
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
    .slice(0, 3)
}
export type OptionFact = ReturnType<typeof optionsOf>[number]
