import { Schema } from "effect"
import { amountOf, rounded } from "../../amounts.ts"
import { served } from "../../performance/days.ts"
import { estimateDays } from "../../savings/estimate.ts"
import type { CampaignRead, DayRead, Source } from "../read/source.ts"
import { nameOf } from "./campaigns.ts"
import { spentOut } from "./performance.ts"
import { nextFacts } from "./recommended.ts"
import { daysOfPeriod, percent, sumsOf } from "./told.ts"

/* What could be done with the next quarter, each with figures of the last one. No option is more than arithmetic. */

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

/** A fifth: enough to see a difference, little enough to take back. A month is 30 days. */
const part = 0.2
const month = 30
/** Conversions below which a cost per conversion is chance. */
const fewest = 10
const million = 1_000_000

interface Live {
  readonly campaign: CampaignRead
  readonly days: ReadonlyArray<DayRead>
  readonly cost: number
  readonly conversions: number
  /** In micros. */
  readonly cpa: number
}

/** The share is of what 30 days cost on average: an estimate covers 30 days and promises no quarter. */
const stopWaste = (source: Source, cost: number): OptionFact | null => {
  const { estimated = 0, saving } = nextFacts(source)
  if (saving === null) return null
  const days = new Set(daysOfPeriod(source).map(({ date }) => date)).size
  return {
    option: "stop_waste",
    recommendations: estimated,
    saving_month: saving,
    saving_days: estimateDays,
    share: percent(saving * million, (cost * estimateDays) / days)
  }
}

const moveMoney = (source: Source, live: ReadonlyArray<Live>): OptionFact | null => {
  const byPrice = live.toSorted((a, b) => a.cpa - b.cpa)
  const [to, from] = [byPrice[0], byPrice.at(-1)]
  if (to === undefined || from === undefined || from.cpa < to.cpa * (1 + part)) return null
  const name = nameOf(source)
  const moved = from.cost * part
  return {
    option: "move_money",
    from: name(from.campaign.slug),
    from_cpa: amountOf(from.cpa),
    to: name(to.campaign.slug),
    to_cpa: amountOf(to.cpa),
    part: percent(part, 1)!,
    amount: amountOf(moved),
    conversions_there: rounded(moved / from.cpa, 1),
    conversions_here: rounded(moved / to.cpa, 1),
    gain: rounded(moved / to.cpa - moved / from.cpa, 1)
  }
}

const growWinner = (source: Source, live: ReadonlyArray<Live>): OptionFact | null => {
  const limited = live
    .map((one) => ({
      ...one,
      out: one.days.filter((day) => day.cost_micros >= spentOut * one.campaign.budget * million).length
    }))
    .filter(({ campaign, cpa, days, out }) => {
      const worthIt = campaign.target_cpa === null || cpa <= campaign.target_cpa * million
      return campaign.budget > 0 && worthIt && out * 2 >= days.length
    })
    .toSorted((a, b) => a.cpa - b.cpa)
  const [best] = limited
  if (best === undefined) return null
  const more = Math.max(1, Math.round(best.campaign.budget * part))
  return {
    option: "grow_winner",
    campaign: nameOf(source)(best.campaign.slug),
    budget: best.campaign.budget,
    raised: best.campaign.budget + more,
    spent_out: best.out,
    days: best.days.length,
    cpa: amountOf(best.cpa),
    cost_month: more * month,
    conversions_month: rounded((more * month * million) / best.cpa, 1)
  }
}

/** The first three that the figures bear out; to go on as it is always is one. */
export const optionsOf = (source: Source): ReadonlyArray<OptionFact> => {
  const days = daysOfPeriod(source)
  const all = sumsOf(days)
  if (all.cost_micros === 0) return []
  const live = source.campaigns
    .filter(({ state, type }) => state === "live" && type !== "brand")
    .flatMap((campaign): ReadonlyArray<Live> => {
      const own = days.filter((day) => day.campaign === campaign.slug && served(day))
      const { conversions, cost_micros } = sumsOf(own)
      return conversions < fewest || cost_micros === 0
        ? []
        : [{ campaign, days: own, cost: cost_micros, conversions, cpa: cost_micros / conversions }]
    })
  const stay: OptionFact = {
    option: "stay",
    spend: amountOf(all.cost_micros),
    conversions: rounded(all.conversions, 1),
    cpa: all.conversions > 0 ? amountOf(all.cost_micros / all.conversions) : null
  }
  return [stopWaste(source, all.cost_micros), moveMoney(source, live), growWinner(source, live), stay]
    .filter((option) => option !== null)
    .slice(0, 3)
}
