import { plusDays } from "../contract/index.ts"
import { type Interval, poissonInterval } from "../statistics.ts"
import type { PeriodFigures } from "./figures.ts"

/*
 * Our own figures beside the reason of a request: whether the budget limits the campaign, what a conversion costs, and
 * what a higher budget could bring. The requester's words are not interpreted: people compare.
 */

/** The platform says that it loses at least this share of its impressions to the budget. */
const limitingShare = 0.05
/** A day on which at least this share of the budget was spent counts as one on which it was used up. */
const usedUpShare = 0.95
/** Without the platform's share: used up on as many of the last days. */
const limitingDays = 5
const judgedDays = 7

const shownDays = 14
const confidence = 0.9

/** The facts of a campaign that reasons are about. */
export interface TestedCampaign {
  /** Daily, as the platform has it; 0 for none. */
  readonly budget: number
  /** Null without one. */
  readonly target: number | null
  /** Shares of the impressions that it could have had in the last seven days with figures; null if unknown. */
  readonly lostToBudget: number | null
  readonly lostToRank: number | null
}

/** A day with what was spent of the budget. */
interface SpentDay {
  readonly date: string
  readonly spend: number
  /** Whether the budget of today was used up. */
  readonly usedUp: boolean
}

export interface ReasonTest extends TestedCampaign {
  /** The days of spend and conversions. */
  readonly from: string
  readonly until: string
  readonly spend: number
  readonly conversions: number
  /** The 90% interval of the true cost per conversion; null if nothing was spent. Without conversions it has no end. */
  readonly cpa: Interval | null
  /** Where that interval is, compared with the target; null without a target. */
  readonly againstTarget: "below" | "above" | "around" | null
  /** The last days, oldest first. */
  readonly days: ReadonlyArray<SpentDay>
  readonly usedUpDays: number
  /** Whether the budget limits the campaign. */
  readonly limited: boolean
  /** The conversions that the rise of a budget could bring at most; null unless the budget limits the campaign. */
  readonly possible: Interval | null
}

const cpaOf = (spend: number, conversions: number): Interval | null => {
  if (spend <= 0) return null
  const { high, low } = poissonInterval(conversions, confidence)
  return { low: spend / high, high: low === 0 ? Number.POSITIVE_INFINITY : spend / low }
}

const againstTarget = (cpa: Interval | null, target: number | null): ReasonTest["againstTarget"] => {
  if (cpa === null || target === null) return null
  return cpa.high < target ? "below" : cpa.low > target ? "above" : "around"
}

/** Tests a request by the figures of its campaign; null without figures. `monthlyRise` is what it would cost more. */
export const testReason = (
  campaign: TestedCampaign,
  { days, now, period, until }: Pick<PeriodFigures, "days" | "now" | "period" | "until">,
  monthlyRise: number
): ReasonTest | null => {
  if (until === null || until < period.from || now.spend <= 0) return null
  const spent = days
    .filter(({ date }) => date <= until && date > plusDays(until, -shownDays))
    .map(({ date, spend }): SpentDay => {
      const amount = spend ?? 0
      return { date, spend: amount, usedUp: campaign.budget > 0 && amount >= usedUpShare * campaign.budget }
    })
  const lately = spent.filter(({ date }) => date > plusDays(until, -judgedDays))
  const limited =
    campaign.lostToBudget === null
      ? lately.filter(({ usedUp }) => usedUp).length >= limitingDays
      : campaign.lostToBudget >= limitingShare
  const cpa = cpaOf(now.spend, now.conversions)
  return {
    ...campaign,
    from: period.from,
    until,
    spend: now.spend,
    conversions: now.conversions,
    cpa,
    againstTarget: againstTarget(cpa, campaign.target),
    days: spent,
    usedUpDays: spent.filter(({ usedUp }) => usedUp).length,
    limited,
    possible:
      limited && monthlyRise > 0 && cpa !== null && now.conversions > 0
        ? { low: monthlyRise / cpa.high, high: monthlyRise / cpa.low }
        : null
  }
}
