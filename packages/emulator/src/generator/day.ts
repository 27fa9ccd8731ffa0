import { type Day, weekday } from "../state/clock.ts"
import { combine, fraction, hashText, Keyed } from "./random.ts"
import type { TrafficSource } from "./traffic-sources.ts"

/** Traffic of one source on one day. */
export interface TrafficSourceDay {
  readonly source: TrafficSource
  impressions: number
  clicks: number
  costMicros: number
  /** Conversions with the number of days until they are reported. */
  readonly conversions: { readonly lag: number; readonly value: number }[]
}

interface Click {
  readonly of: TrafficSourceDay
  readonly costMicros: number
  readonly converts: boolean
  readonly lag: number
  readonly value: number
  /** Time of day from 0 to 1. Clicks spend the budget in this order. */
  readonly moment: number
}

/** A campaign's traffic on one day, after its budget. */
export interface CampaignDay {
  readonly sources: readonly TrafficSourceDay[]
  readonly costMicros: number
  readonly impressions: number
  readonly lostToBudget: number
  readonly lostToRank: number
}

// Share of a week's conversions by weekday, Monday first.
const weekdayShare = [0.162, 0.14825, 0.14825, 0.14825, 0.14825, 0.116, 0.129]
/** Smaller values make days vary more. */
const gammaShape = 6
const cpcSigma = 0.35

const trend = (campaignKey: number, day: Day): number => {
  const slope = (fraction(campaignKey) - 0.5) * 0.2
  const season = 0.06 * Math.sin((2 * Math.PI * day) / 91 + 6.28 * fraction(campaignKey + 1))
  return Math.exp((slope * (day % 365)) / 365) * (1 + season)
}

/** Draws the reporting delay in days: most conversions are reported at once, some over the next weeks. */
const drawLag = (random: Keyed): number =>
  random.uniform() < 0.55 ? 0 : Math.min(21, 1 + Math.floor(-Math.log(1 - random.uniform()) * 2.2))

export const costOf = (clicks: readonly Click[]): number =>
  clicks.reduce((sum, click) => sum + click.costMicros, 0)

/** All traffic that a campaign could have on a day, before its budget. */
export interface DayDemand {
  readonly sources: readonly TrafficSourceDay[]
  readonly clicks: readonly Click[]
}

/** Draws a day's demand. `factor` multiplies the average. */
export const drawDemand = (
  sources: readonly TrafficSource[],
  campaignKey: number,
  day: Day,
  valuePerConversion: number,
  factor: number
): DayDemand => {
  if (factor === 0) return { sources: [], clicks: [] }
  const seasonality = weekdayShare[weekday(day)]! * 7 * trend(campaignKey, day)
  const clicks: Click[] = []
  const drawn: TrafficSourceDay[] = []
  for (const source of sources) {
    const { term } = source
    const random = new Keyed(combine(combine(campaignKey, hashText(term.text)), day))
    const impressions = random.poisson(term.impressions * factor * seasonality * random.gamma(gammaShape))
    if (impressions === 0) continue
    const sourceDay: TrafficSourceDay = { source, impressions, clicks: 0, costMicros: 0, conversions: [] }
    drawn.push(sourceDay)
    const count = random.binomial(impressions, term.ctr)
    for (let index = 0; index < count; index++) {
      const converts = random.uniform() < term.cvr
      clicks.push({
        of: sourceDay,
        costMicros: Math.round(term.cpc * random.lognormal(cpcSigma) * 100) * 10_000,
        converts,
        lag: converts ? drawLag(random) : 0,
        value: converts ? Math.round(valuePerConversion * random.lognormal(0.4) * 100) / 100 : 0,
        moment: random.uniform()
      })
    }
  }
  return { sources: drawn, clicks }
}

export interface Allowance {
  /** The spend that pacing aims for. */
  readonly targetMicros: number
  /** The spend that is never exceeded. */
  readonly capMicros: number
}

/** Buys clicks in the order of the day until the allowance is spent. */
export const settleDay = (
  demand: DayDemand,
  { targetMicros, capMicros }: Allowance,
  campaignKey: number
): CampaignDay => {
  const demandedMicros = costOf(demand.clicks)
  const throttled = demandedMicros > Math.min(targetMicros, capMicros)
  const queue = throttled
    ? [...demand.clicks].sort((left, right) => left.moment - right.moment)
    : demand.clicks
  let spent = 0
  for (const click of queue) {
    // Allows half a click of slack, so that days end as often above the target as below.
    if (throttled && spent + click.costMicros / 2 > targetMicros) continue
    if (throttled && spent + click.costMicros > capMicros) continue
    spent += click.costMicros
    click.of.clicks++
    click.of.costMicros += click.costMicros
    if (click.converts) click.of.conversions.push(click)
  }
  const servedShare = throttled ? spent / demandedMicros : 1
  let impressions = 0
  let lost = 0
  for (const source of demand.sources) {
    const shown = throttled
      ? Math.max(source.clicks, Math.round(source.impressions * servedShare))
      : source.impressions
    lost += source.impressions - shown
    source.impressions = shown
    impressions += shown
  }
  const outranked = 0.15 + 0.25 * fraction(campaignKey + 2)
  return {
    sources: demand.sources,
    costMicros: spent,
    impressions,
    lostToBudget: lost,
    lostToRank: Math.round((impressions + lost) * (outranked / (1 - outranked)))
  }
}

/** Prices are whole cents. */
const centMicros = 10_000

/** Buys every click of a day at prices that add up to the billed amount. */
export const settleGreedily = (demand: DayDemand, billedMicros: number): CampaignDay => {
  const billed = Math.floor(billedMicros / centMicros) * centMicros
  const nothing = { sources: [], costMicros: 0, impressions: 0, lostToBudget: 0, lostToRank: 0 }
  const [first] = demand.sources
  if (billed === 0 || !first) return nothing
  const scale = billed / costOf(demand.clicks)
  let left = billed
  for (const click of demand.clicks) {
    const cost = Math.floor((click.costMicros * scale) / centMicros) * centMicros
    left -= cost
    click.of.clicks++
    click.of.costMicros += cost
    if (click.converts) click.of.conversions.push(click)
  }
  const last = demand.clicks.at(-1)?.of ?? first
  if (demand.clicks.length === 0) last.clicks++
  last.costMicros += left
  const impressions = demand.sources.reduce((sum, source) => sum + source.impressions, 0)
  return { ...nothing, sources: demand.sources, costMicros: billed, impressions }
}
