import { add, amountOf, conversionsOf, noSums, rounded, type Sums, shareOf } from "../../amounts.ts"
import { compare } from "../../performance/compare.ts"
import type { CampaignFacts, StrategyFacts } from "../facts.ts"

/** Sums as they are told. Null where there is nothing to divide by: nobody reads 0 as "nothing converted". */
export interface Figures {
  readonly spend: number
  readonly clicks: number
  readonly conversions: number
  readonly cpa: number | null
  readonly cpc: number | null
  /** Conversions for each click. */
  readonly rate: number | null
}

export interface CampaignStanding extends Figures {
  readonly slug: string
  readonly type: string
  readonly state: CampaignFacts["state"]
  readonly budget: number
  readonly targetCpa: number | null
  readonly shareOfSpend: number
  readonly shareOfConversions: number
  readonly change: ReturnType<typeof compare>
  /** How much of its budget was spent in the last seven days; null without a budget. */
  readonly budgetUsed: number | null
}

export interface Standing {
  readonly total: Figures
  readonly change: ReturnType<typeof compare>
  /** Without those who searched for the business by its name; null where no brand campaign spent anything. */
  readonly withoutBrand: Figures | null
  readonly brandShare: number
  /** Campaigns that spent, the largest first; then those that could. */
  readonly campaigns: ReadonlyArray<CampaignStanding>
  readonly weeks: ReadonlyArray<{
    readonly monday: string
    readonly spend: number
    readonly conversions: number
  }>
  /**
   * Where a conversion costs the least and where the most, among live campaigns that matter. Brand campaigns are left
   * out: who searches by name had decided before.
   */
  readonly best: CampaignStanding | null
  readonly worst: CampaignStanding | null
}

const million = 1_000_000

export const figuresOf = (sums: Sums): Figures => ({
  spend: amountOf(sums.cost_micros),
  clicks: sums.clicks,
  conversions: conversionsOf(sums.conversions),
  cpa: sums.conversions > 0 ? amountOf(sums.cost_micros / sums.conversions) : null,
  cpc: sums.clicks > 0 ? amountOf(sums.cost_micros / sums.clicks) : null,
  rate: sums.clicks > 0 ? rounded(sums.conversions / sums.clicks, 4) : null
})

const campaignOf = (one: CampaignFacts, total: Sums): CampaignStanding => ({
  ...figuresOf(one.last30),
  slug: one.slug,
  type: one.type,
  state: one.state,
  budget: one.budget,
  targetCpa: one.targetCpa,
  shareOfSpend: shareOf(one.last30.cost_micros, total.cost_micros),
  shareOfConversions: shareOf(one.last30.conversions, total.conversions),
  change: compare(one.last30, one.before30),
  budgetUsed:
    one.budget > 0 && one.state === "live" ? shareOf(one.last7.cost_micros, one.budget * 7 * million) : null
})

/** Less of the money than this says little about where it goes. */
const matters = 0.05

/** Where the account stands, in 30 days beside the 30 before them. */
export const standingOf = ({ campaigns, weeks }: Pick<StrategyFacts, "campaigns" | "weeks">): Standing => {
  const sumOf = (some: ReadonlyArray<CampaignFacts>) =>
    some.reduce((sum, { last30 }) => add(sum, last30), noSums)
  const total = sumOf(campaigns)
  const before = campaigns.reduce((sum, { before30 }) => add(sum, before30), noSums)
  const brand = sumOf(campaigns.filter(({ type }) => type === "brand"))
  const others = sumOf(campaigns.filter(({ type }) => type !== "brand"))
  const rows = campaigns
    .map((one) => campaignOf(one, total))
    .toSorted((a, b) => b.spend - a.spend || a.slug.localeCompare(b.slug))
  const compared = rows
    .filter(
      ({ cpa, shareOfSpend, state, type }) =>
        cpa !== null && state === "live" && type !== "brand" && shareOfSpend >= matters
    )
    .toSorted((a, b) => (a.cpa ?? 0) - (b.cpa ?? 0))
  return {
    total: figuresOf(total),
    change: compare(total, before),
    withoutBrand: brand.cost_micros > 0 && others.cost_micros > 0 ? figuresOf(others) : null,
    brandShare: shareOf(brand.conversions, total.conversions),
    campaigns: rows,
    weeks: weeks.map(({ monday, sums }) => ({
      monday,
      spend: amountOf(sums.cost_micros),
      conversions: conversionsOf(sums.conversions)
    })),
    best: compared.length > 1 ? compared[0]! : null,
    worst: compared.length > 1 ? compared.at(-1)! : null
  }
}
