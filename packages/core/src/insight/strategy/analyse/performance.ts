import {
  amountOf,
  cpaOrNull,
  cpcOrNull,
  microsPerUnit,
  roundConversions,
  roundTo,
  type Sums,
  shareOf,
  sumAll
} from "../../amounts.ts"
import { comparePeriods } from "../../performance/period.ts"
import type { CampaignFacts, StrategyFacts } from "../facts.ts"

/** Figures for display. Null if there is nothing to divide by: readers would misread 0. */
export interface AccountFigures {
  readonly spend: number
  readonly clicks: number
  readonly conversions: number
  readonly cpa: number | null
  readonly cpc: number | null
  /** Conversions per click. */
  readonly rate: number | null
}

export interface CampaignPerformance extends AccountFigures {
  readonly slug: string
  readonly type: string
  readonly state: CampaignFacts["state"]
  readonly budget: number
  readonly targetCpa: number | null
  readonly shareOfSpend: number
  readonly shareOfConversions: number
  readonly change: ReturnType<typeof comparePeriods>
  /** The share of its budget that was spent in the last seven days; null without a budget. */
  readonly budgetUsed: number | null
}

export interface AccountPerformance {
  readonly total: AccountFigures
  readonly change: ReturnType<typeof comparePeriods>
  /** Without brand searches; null if no brand campaign spent anything. */
  readonly withoutBrand: AccountFigures | null
  readonly brandShare: number
  /** Campaigns with spend, largest first; then the others. */
  readonly campaigns: ReadonlyArray<CampaignPerformance>
  readonly weeks: ReadonlyArray<{
    readonly monday: string
    readonly spend: number
    readonly conversions: number
  }>
  /**
   * The live campaigns with the lowest and highest cost per conversion, among those with a relevant spend.
   * Brand campaigns are left out: people who search by name had already decided.
   */
  readonly best: CampaignPerformance | null
  readonly worst: CampaignPerformance | null
}

export const accountFigures = (sums: Sums): AccountFigures => ({
  spend: amountOf(sums.cost_micros),
  clicks: sums.clicks,
  conversions: roundConversions(sums.conversions),
  cpa: cpaOrNull(sums),
  cpc: cpcOrNull(sums),
  rate: sums.clicks > 0 ? roundTo(sums.conversions / sums.clicks, 4) : null
})

const campaignPerformance = (one: CampaignFacts, total: Sums): CampaignPerformance => ({
  ...accountFigures(one.last30),
  slug: one.slug,
  type: one.type,
  state: one.state,
  budget: one.budget,
  targetCpa: one.targetCpa,
  shareOfSpend: shareOf(one.last30.cost_micros, total.cost_micros),
  shareOfConversions: shareOf(one.last30.conversions, total.conversions),
  change: comparePeriods(one.last30, one.before30),
  budgetUsed:
    one.budget > 0 && one.state === "live"
      ? shareOf(one.last7.cost_micros, one.budget * 7 * microsPerUnit)
      : null
})

/** A smaller share of the spend is not relevant. */
const minShareOfSpend = 0.05

/** Analyses the account's last 30 days beside the 30 before. */
export const analysePerformance = ({
  campaigns,
  weeks
}: Pick<StrategyFacts, "campaigns" | "weeks">): AccountPerformance => {
  const sumOf = (some: ReadonlyArray<CampaignFacts>) => sumAll(some.map(({ last30 }) => last30))
  const total = sumOf(campaigns)
  const before = sumAll(campaigns.map(({ before30 }) => before30))
  const brand = sumOf(campaigns.filter(({ type }) => type === "brand"))
  const others = sumOf(campaigns.filter(({ type }) => type !== "brand"))
  const rows = campaigns
    .map((one) => campaignPerformance(one, total))
    .toSorted((a, b) => b.spend - a.spend || a.slug.localeCompare(b.slug))
  const compared = rows
    .filter(
      ({ cpa, shareOfSpend, state, type }) =>
        cpa !== null && state === "live" && type !== "brand" && shareOfSpend >= minShareOfSpend
    )
    .toSorted((a, b) => (a.cpa ?? 0) - (b.cpa ?? 0))
  return {
    total: accountFigures(total),
    change: comparePeriods(total, before),
    withoutBrand: brand.cost_micros > 0 && others.cost_micros > 0 ? accountFigures(others) : null,
    brandShare: shareOf(brand.conversions, total.conversions),
    campaigns: rows,
    weeks: weeks.map(({ monday, sums }) => ({
      monday,
      spend: amountOf(sums.cost_micros),
      conversions: roundConversions(sums.conversions)
    })),
    best: compared.length > 1 ? compared[0]! : null,
    worst: compared.length > 1 ? compared.at(-1)! : null
  }
}
