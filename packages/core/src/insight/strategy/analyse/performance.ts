import { microsPerUnit, type Sums, sumAll } from "../../amounts.ts"
import {
  type ComparedFigures,
  compareFigures,
  type PeriodFigures,
  percentText,
  periodFigures,
  shareTexts,
  type WeekFact,
  weekFact
} from "../../document/figures.ts"
import type { CampaignRow } from "../../document/tables.ts"
import type { CampaignFacts, StrategyFacts } from "../facts.ts"

export interface CampaignPerformance extends CampaignRow {
  readonly slug: string
  readonly type: string
  readonly budget: number
  readonly targetCpa: number | null
  readonly shareOfSpend: string | null
  readonly shareOfConversions: string | null
  /** The share of its budget that was spent in the last seven days; null without a budget. */
  readonly budgetUsed: string | null
}

export interface AccountPerformance {
  /** The last 30 days beside the 30 before. */
  readonly all: ComparedFigures
  /** Without brand searches; null if no brand campaign spent anything. */
  readonly withoutBrand: PeriodFigures | null
  readonly brandShare: string | null
  /** Campaigns with spend, largest first; then the others. */
  readonly campaigns: ReadonlyArray<CampaignPerformance>
  readonly weeks: ReadonlyArray<WeekFact>
  /**
   * The live campaigns with the lowest and highest cost per conversion, among those with a relevant spend.
   * Brand campaigns are left out: people who search by name had already decided.
   */
  readonly best: CampaignPerformance | null
  readonly worst: CampaignPerformance | null
}

/** A smaller share of the spend is not relevant. */
const minShareOfSpend = 0.05

const lowestCpaFirst = (campaigns: ReadonlyArray<CampaignFacts>, total: Sums): ReadonlyArray<string> =>
  campaigns
    .filter(
      ({ last30, state, type }) =>
        last30.conversions > 0 &&
        state === "live" &&
        type !== "brand" &&
        last30.cost_micros >= minShareOfSpend * total.cost_micros
    )
    .map(({ last30, slug }) => ({ slug, cpa: last30.cost_micros / last30.conversions }))
    .toSorted((a, b) => a.cpa - b.cpa)
    .map(({ slug }) => slug)

/** Analyses the account's last 30 days beside the 30 before. */
export const analysePerformance = ({
  campaigns,
  weeks
}: Pick<StrategyFacts, "campaigns" | "weeks">): AccountPerformance => {
  const sumOf = (some: ReadonlyArray<CampaignFacts>) => sumAll(some.map(({ last30 }) => last30))
  const total = sumOf(campaigns)
  const [brand, others] = [
    sumOf(campaigns.filter(({ type }) => type === "brand")),
    sumOf(campaigns.filter(({ type }) => type !== "brand"))
  ]
  const spendShares = shareTexts(campaigns.map(({ last30 }) => last30.cost_micros))
  const conversionShares = shareTexts(campaigns.map(({ last30 }) => last30.conversions))
  const rows = campaigns
    .map(({ before30, budget, last7, last30, name, slug, state, targetCpa, type }, n) => ({
      ...compareFigures(last30, before30),
      slug,
      name,
      type,
      state,
      budget,
      targetCpa,
      shareOfSpend: spendShares[n]!,
      shareOfConversions: conversionShares[n]!,
      budgetUsed: state === "live" ? percentText(last7.cost_micros, budget * 7 * microsPerUnit) : null
    }))
    .toSorted((a, b) => b.now.spend - a.now.spend || a.slug.localeCompare(b.slug))
  const compared = lowestCpaFirst(campaigns, total)
  const at = (index: number) =>
    compared.length < 2 ? null : (rows.find(({ slug }) => slug === compared.at(index)) ?? null)
  return {
    all: compareFigures(total, sumAll(campaigns.map(({ before30 }) => before30))),
    withoutBrand: brand.cost_micros > 0 && others.cost_micros > 0 ? periodFigures(others) : null,
    brandShare: percentText(brand.conversions, total.conversions),
    campaigns: rows,
    weeks: weeks.map(({ monday, sums }) => weekFact(monday, sums, false)),
    best: at(0),
    worst: at(-1)
  }
}
