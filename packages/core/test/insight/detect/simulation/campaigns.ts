import { conversionLagDays } from "../../../../src/campaigns/conversion-tracking.ts"
import type { TermFigures } from "../../../../src/campaigns/index.ts"
import type { CampaignView } from "../../../../src/insight/detect/view.ts"
import { notThroughAiMax, sums, view } from "../support.ts"
import { binomial, gamma, lognormal, poisson, type Random } from "./random.ts"

/* Simulated campaigns whose true conversion rates are known. */

export interface Cell {
  readonly days: number
  readonly terms: number
  /** Clicks a day. */
  readonly clicks: number
  readonly rate: number
}

export const scenarios = ["equal", "barren", "varied"] as const
/**
 * equal: every term converts alike. barren: a tenth of them never converts. varied: rates differ, conversions
 * arrive up to five days late, and weekends are quiet.
 */
export type Scenario = (typeof scenarios)[number]

export interface Simulated {
  readonly view: CampaignView
  /** The true rate of each term, in the order of the view. */
  readonly rates: ReadonlyArray<number>
  /** The true rate of the campaign's clicks. */
  readonly campaignRate: number
}

const rankExponent = -1.05
const maxDelay = 5
const cpc = 4
const microsPerUnit = 1_000_000
/** Shares of a week's clicks, Monday first. */
const weekdays = [1.13, 1.08, 1.05, 1.03, 1, 0.81, 0.9]

/** Days that are drawn together: how far back they begin and end, and the share of their conversions that came in. */
interface Segment {
  readonly from: number
  readonly to: number
  readonly volume: number
  readonly arrived: number
}

/** Returns the segments of a campaign's days: recent days one by one, because their conversions come late. */
const segmentsOf = (days: number, scenario: Scenario): ReadonlyArray<Segment> => {
  const borders = [0, 1, 2, conversionLagDays, 4, maxDelay, days].filter((day) => day <= days)
  return borders.slice(1).map((to, n) => {
    const from = borders[n]!
    const each = Array.from({ length: to - from }, (_, day) => weekdays[(from + day) % 7]!)
    const volume = scenario === "varied" ? each.reduce((sum, one) => sum + one, 0) : to - from
    const arrived = scenario === "varied" ? Math.min(1, (from + 1) / (maxDelay + 1)) : 1
    return { from, to, volume, arrived }
  })
}

const rateOf = (random: Random, scenario: Scenario, rate: number): number => {
  if (scenario === "barren") return random() < 0.1 ? 0 : rate
  return scenario === "varied" ? Math.min(1, rate * gamma(random)) : rate
}

/** Four terms share each first word, so that shared words are judged too. */
const textOf = (rank: number): string => `word${Math.floor(rank / 4)} term${rank}`

export const simulate = (
  random: Random,
  { clicks, days, rate, terms }: Cell,
  scenario: Scenario
): Simulated => {
  const weights = Array.from({ length: terms }, (_, rank) => (rank + 1) ** rankExponent)
  const whole = weights.reduce((sum, one) => sum + one, 0)
  const segments = segmentsOf(days, scenario)
  const rates = weights.map(() => rateOf(random, scenario, rate))
  const campaign = { clicks: 0, cost: 0, conversions: 0 }
  const figures = weights.map((weight, rank): TermFigures => {
    const price = cpc * lognormal(random, 0.35)
    const known = { clicks: 0, cost_micros: 0 }
    let [all, conversions90] = [0, 0]
    for (const { arrived, from, volume } of segments) {
      const clicked = poisson(random, (clicks * volume * weight) / whole)
      const converted = binomial(random, clicked, rates[rank]! * arrived)
      all += clicked
      conversions90 += converted
      if (from < conversionLagDays) continue
      known.clicks += clicked
      known.cost_micros += Math.round(clicked * price * microsPerUnit)
      campaign.conversions += converted
    }
    campaign.clicks += known.clicks
    campaign.cost += known.cost_micros / microsPerUnit
    const window = { clicks: all, cost_micros: Math.round(all * price * microsPerUnit) }
    return {
      term: textOf(rank),
      window,
      last30: window,
      evidence: known,
      active: { from: 3, to: 3 },
      conversions90,
      aiMax: notThroughAiMax
    }
  })
  const totals = sums(campaign.clicks, campaign.cost, campaign.conversions)
  return {
    view: view({ window: totals, last30: totals, evidence: totals, terms: figures, brand: [] }),
    rates,
    campaignRate: weights.reduce((sum, weight, rank) => sum + weight * rates[rank]!, 0) / whole
  }
}
