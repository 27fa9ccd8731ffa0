import { Schema } from "effect"
import { type DayFigures, hasServed } from "../../../campaigns/index.ts"
import { amountOf, cpaOrNull, microsPerUnit, roundTo, sumAll } from "../../amounts.ts"
import { estimateDays } from "../../savings/estimate.ts"
import type { ReportSource, SourceCampaign } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"
import { daysOfPeriod, percentText } from "./figures.ts"
import { spentOutShare } from "./performance.ts"
import { nextStepsFacts } from "./recommended.ts"

/*
 * Options for the next quarter, each computed from the last quarter's figures. An option is arithmetic, not a
 * forecast.
 */

const StopWaste = Schema.Struct({
  option: Schema.Literal("stop_waste"),
  recommendations: Schema.Number,
  saving_month: Schema.Number,
  saving_days: Schema.optional(Schema.Number),
  share: Schema.NullOr(Schema.String)
})
const MoveMoney = Schema.Struct({
  option: Schema.Literal("move_money"),
  from: Schema.String,
  from_cpa: Schema.Number,
  to: Schema.String,
  to_cpa: Schema.Number,
  part: Schema.String,
  amount: Schema.Number,
  conversions_there: Schema.Number,
  conversions_here: Schema.Number,
  gain: Schema.Number
})
const GrowWinner = Schema.Struct({
  option: Schema.Literal("grow_winner"),
  campaign: Schema.String,
  budget: Schema.Number,
  raised: Schema.Number,
  spent_out: Schema.Number,
  days: Schema.Number,
  cpa: Schema.Number,
  cost_month: Schema.Number,
  conversions_month: Schema.Number
})
const StayAsIs = Schema.Struct({
  option: Schema.Literal("stay"),
  spend: Schema.Number,
  conversions: Schema.Number,
  cpa: Schema.NullOr(Schema.Number)
})
export const OptionFact = Schema.Union(StopWaste, MoveMoney, GrowWinner, StayAsIs)
export type OptionFact = typeof OptionFact.Type

/** A fifth: enough to see a difference, and little enough to undo. A month is 30 days. */
const shiftShare = 0.2
const daysPerMonth = 30
/** With fewer conversions, a cost per conversion is chance. */
const minConversions = 10

interface LiveCampaign {
  readonly campaign: SourceCampaign
  readonly days: ReadonlyArray<DayFigures>
  readonly cost: number
  readonly conversions: number
  /** In micros. */
  readonly cpa: number
}

/**
 * The share of the average cost of 30 days: an estimate covers 30 days and promises nothing for a quarter.
 */
const stopWaste = (source: ReportSource, cost: number): OptionFact | null => {
  const { estimated = 0, saving } = nextStepsFacts(source)
  if (saving === null) return null
  const days = new Set(daysOfPeriod(source).map(({ date }) => date)).size
  return {
    option: "stop_waste",
    recommendations: estimated,
    saving_month: saving,
    saving_days: estimateDays,
    share: percentText(saving * microsPerUnit, (cost * estimateDays) / days)
  }
}

const moveMoney = (source: ReportSource, live: ReadonlyArray<LiveCampaign>): OptionFact | null => {
  const byPrice = live.toSorted((a, b) => a.cpa - b.cpa)
  const [to, from] = [byPrice[0], byPrice.at(-1)]
  if (to === undefined || from === undefined || from.cpa < to.cpa * (1 + shiftShare)) return null
  const name = campaignNamer(source)
  const moved = from.cost * shiftShare
  return {
    option: "move_money",
    from: name(from.campaign.slug),
    from_cpa: amountOf(from.cpa),
    to: name(to.campaign.slug),
    to_cpa: amountOf(to.cpa),
    part: percentText(shiftShare, 1)!,
    amount: amountOf(moved),
    conversions_there: roundTo(moved / from.cpa, 1),
    conversions_here: roundTo(moved / to.cpa, 1),
    gain: roundTo(moved / to.cpa - moved / from.cpa, 1)
  }
}

const growWinner = (source: ReportSource, live: ReadonlyArray<LiveCampaign>): OptionFact | null => {
  const limited = live
    .map((one) => ({
      ...one,
      out: one.days.filter((day) => day.cost_micros >= spentOutShare * one.campaign.budget * microsPerUnit)
        .length
    }))
    .filter(({ campaign, cpa, days, out }) => {
      const worthIt = campaign.target_cpa === null || cpa <= campaign.target_cpa * microsPerUnit
      return campaign.budget > 0 && worthIt && out * 2 >= days.length
    })
    .toSorted((a, b) => a.cpa - b.cpa)
  const [best] = limited
  if (best === undefined) return null
  const more = Math.max(1, Math.round(best.campaign.budget * shiftShare))
  return {
    option: "grow_winner",
    campaign: campaignNamer(source)(best.campaign.slug),
    budget: best.campaign.budget,
    raised: best.campaign.budget + more,
    spent_out: best.out,
    days: best.days.length,
    cpa: amountOf(best.cpa),
    cost_month: more * daysPerMonth,
    conversions_month: roundTo((more * daysPerMonth * microsPerUnit) / best.cpa, 1)
  }
}

/** Returns the first three options that the figures support; "no change" is always one. */
export const optionsOf = (source: ReportSource): ReadonlyArray<OptionFact> => {
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
        : [{ campaign, days: campaignDays, cost: cost_micros, conversions, cpa: cost_micros / conversions }]
    })
  const stay: OptionFact = {
    option: "stay",
    spend: amountOf(all.cost_micros),
    conversions: roundTo(all.conversions, 1),
    cpa: cpaOrNull(all)
  }
  return [stopWaste(source, all.cost_micros), moveMoney(source, live), growWinner(source, live), stay]
    .filter((option) => option !== null)
    .slice(0, 3)
}
