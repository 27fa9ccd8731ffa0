import { plusDays } from "../../../contract/index.ts"
import { microsPerUnit, type Sums, sumAll, zeroSums } from "../../amounts.ts"
import { compareFigures, percentText, periodFigures, shareTexts } from "../../document/figures.ts"
import { mondayOf } from "../../performance/period.ts"
import { weekFacts } from "../../reports/facts/campaigns.ts"
import { causeFacts } from "../../reports/facts/causes.ts"
import { compareTotals, daysOfPeriod } from "../../reports/facts/header.ts"
import { isCompared, isInPeriod } from "../../reports/periods.ts"
import type { ReportSource, SourceCampaign } from "../../reports/read/source.ts"

/** A smaller share of the spend is not relevant. */
const minShareOfSpend = 0.05

interface CampaignSums extends SourceCampaign {
  readonly last7: Sums
  readonly last30: Sums
  readonly before30: Sums
}

const campaignSums = ({ campaigns, days, windows }: ReportSource) => {
  const { period } = windows
  const weekStart = plusDays(period.to, -6)
  const byCampaign = Map.groupBy(days, ({ campaign }) => campaign)
  return campaigns.map((campaign): CampaignSums => {
    const own = byCampaign.get(campaign.slug) ?? []
    return {
      ...campaign,
      last7: sumAll(own.filter(({ date }) => date >= weekStart)),
      last30: sumAll(own.filter(({ date }) => isInPeriod(period, date))),
      before30: sumAll(own.filter(({ date }) => isCompared(windows, date)))
    }
  })
}

/**
 * Returns the live campaigns with the lowest and the highest cost per conversion, among those with a relevant
 * spend. Brand campaigns are left out: people who search by name had already decided.
 */
const bestAndWorst = (campaigns: ReadonlyArray<CampaignSums>, total: Sums) => {
  const ranked = campaigns
    .filter(
      ({ last30, state, type }) =>
        last30.conversions > 0 &&
        state === "live" &&
        type !== "brand" &&
        last30.cost_micros >= minShareOfSpend * total.cost_micros
    )
    .map(({ last30, slug }) => ({ slug, cpa: last30.cost_micros / last30.conversions }))
    .toSorted((a, b) => a.cpa - b.cpa)
  return ranked.length < 2 ? [] : [ranked[0]!.slug, ranked.at(-1)!.slug]
}

/** Analyses the account's last 30 days beside the 30 before. */
export const analysePerformance = (source: ReportSource) => {
  const campaigns = campaignSums(source)
  const total = sumAll(daysOfPeriod(source))
  const brand = sumAll(campaigns.map(({ last30, type }) => (type === "brand" ? last30 : zeroSums)))
  const others = sumAll(campaigns.map(({ last30, type }) => (type === "brand" ? zeroSums : last30)))
  const spendShares = shareTexts(campaigns.map(({ last30 }) => last30.cost_micros))
  const conversionShares = shareTexts(campaigns.map(({ last30 }) => last30.conversions))
  const rows = campaigns
    .map(({ before30, budget, last7, last30, name, slug, state, target_cpa, type }, n) => ({
      ...compareFigures(last30, before30),
      slug,
      name,
      type,
      state,
      budget,
      targetCpa: target_cpa,
      shareOfSpend: spendShares[n]!,
      shareOfConversions: conversionShares[n]!,
      /** The share of its budget that was spent in the last seven days; null without a budget. */
      budgetUsed: state === "live" ? percentText(last7.cost_micros, budget * 7 * microsPerUnit) : null
    }))
    .toSorted((a, b) => b.now.spend - a.now.spend || a.slug.localeCompare(b.slug))
  const [best, worst] = bestAndWorst(campaigns, total)
  const { period, since } = source.windows
  return {
    /** The 30 days; null without data. */
    window: source.latest === null ? null : period,
    /** Whether all of the 30 days before have data. */
    compared: source.windows.before !== null,
    all: compareTotals(source),
    causes: causeFacts(source),
    /** Without brand searches; null if no brand campaign spent anything. */
    withoutBrand: brand.cost_micros > 0 && others.cost_micros > 0 ? periodFigures(others) : null,
    brandShare: percentText(brand.conversions, total.conversions),
    /** Campaigns with spend, largest first; then the others. */
    campaigns: rows,
    weeks: weekFacts(source, { from: since, to: plusDays(mondayOf(plusDays(period.to, 1)), -1) }),
    best: rows.find(({ slug }) => slug === best) ?? null,
    worst: rows.find(({ slug }) => slug === worst) ?? null
  }
}
export type AccountPerformance = ReturnType<typeof analysePerformance>
export type CampaignPerformance = AccountPerformance["campaigns"][number]
