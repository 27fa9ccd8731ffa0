import { plusDays } from "../../../contract/index.ts"
import { microsPerUnit, type Sums, sumAll } from "../../amounts.ts"
import {
  formatLongDays,
  formatNumber,
  joinBlocks,
  joinWithAnd,
  type MoneyFormat,
  moneyFormatter,
  pluralize,
  shortMoneyFormatter,
  strong
} from "../../markdown.ts"
import { mondayOf } from "../../performance/period.ts"
import type { Section } from "../document.ts"
import {
  type ComparedSums,
  campaignNamer,
  compareFigures,
  compareTotals,
  daysOfPeriod,
  percentText,
  periodFigures,
  shareTexts,
  sumDays,
  weekFacts
} from "../figures.ts"
import { byCost, differ } from "../noise.ts"
import type { Source, SourceCampaign } from "../source.ts"
import type { StrategyFacts } from "../strategy-source.ts"
import { amount, campaignTable, figure, trendTable } from "../tables.ts"
import { causeFacts, explainChanges } from "./causes.ts"

/** A smaller share of the spend is not relevant. */
const minShareOfSpend = 0.05

/**
 * Returns the live campaigns with the lowest and the highest cost per conversion, among those with a relevant
 * spend, if the two differ by more than chance. Brand campaigns are left out: people who search by name had already decided.
 */
const bestAndWorst = (
  campaigns: ReadonlyArray<ComparedSums & Pick<SourceCampaign, "slug" | "state" | "type">>,
  total: Sums
) => {
  const ranked = campaigns
    .filter(
      ({ now, state, type }) =>
        now.conversions > 0 &&
        state === "live" &&
        type !== "brand" &&
        now.cost_micros >= minShareOfSpend * total.cost_micros
    )
    .map(({ now, slug }) => ({ slug, now, cpa: now.cost_micros / now.conversions }))
    .toSorted((a, b) => a.cpa - b.cpa)
  const [best, worst] = [ranked[0], ranked.at(-1)]
  // The two are the furthest apart of all pairs.
  const pairs = (ranked.length * (ranked.length - 1)) / 2
  return best !== undefined &&
    worst !== undefined &&
    pairs > 0 &&
    differ(byCost(best.now), byCost(worst.now), pairs)
    ? [best.slug, worst.slug]
    : []
}

/** Analyses the account's last 30 days beside the 30 before. */
export const analysePerformance = (source: Source) => {
  const { period, since } = source.windows
  const daysOf = Map.groupBy(source.days, ({ campaign }) => campaign)
  const campaigns = source.campaigns.map((campaign) => {
    const days = daysOf.get(campaign.slug) ?? []
    const last7 = sumAll(days.filter(({ date }) => date >= plusDays(period.to, -6)))
    return { ...campaign, ...sumDays(source, days), last7 }
  })
  const total = sumAll(daysOfPeriod(source))
  const sumOf = (some: typeof campaigns) => sumAll(some.map(({ now }) => now))
  const brand = sumOf(campaigns.filter(({ type }) => type === "brand"))
  const others = sumOf(campaigns.filter(({ type }) => type !== "brand"))
  const spendShares = shareTexts(campaigns.map(({ now }) => now.cost_micros))
  const conversionShares = shareTexts(campaigns.map(({ now }) => now.conversions))
  const rows = campaigns
    .map(({ before, budget, last7, name, now, slug, state, target_cpa, type }, n) => ({
      ...compareFigures({ before, now }),
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

interface PerformanceFacts {
  readonly facts: Pick<StrategyFacts, "organization">
  readonly performance: AccountPerformance
}

/** The formatting of one strategy: its currency and campaign names. */
export interface StrategyFormat {
  readonly money: MoneyFormat
  /** For amounts without cents, such as daily budgets. */
  readonly shortMoney: MoneyFormat
  /** The name of a campaign, for a table. */
  readonly name: (slug: string) => string
  /** The name of a campaign within a sentence. */
  readonly campaign: (slug: string) => string
}

export const strategyFormat = ({ facts, performance }: PerformanceFacts): StrategyFormat => {
  const { currency } = facts.organization
  const name = campaignNamer(performance.campaigns)
  return {
    money: moneyFormatter(currency),
    shortMoney: shortMoneyFormatter(currency),
    name,
    campaign: (slug) => strong(name(slug))
  }
}

const maxRows = 15
const maxIdleNamed = 8

/** Campaigns without spend are named in a sentence: empty rows would hide the others. */
const idleCampaigns = (
  campaigns: ReadonlyArray<CampaignPerformance>,
  { campaign }: StrategyFormat
): string | null => {
  const idle = campaigns.filter(({ now }) => now.spend === 0)
  if (idle.length === 0) return null
  const named = idle.slice(0, maxIdleNamed).map(({ slug, state }) => `${campaign(slug)} (${state})`)
  return idle.length > maxIdleNamed
    ? `Of ${formatNumber(idle.length)} campaigns that spent nothing, the first are ${joinWithAnd(named)}.`
    : `${joinWithAnd(named)} spent nothing.`
}

/** Names the campaigns with the best and the worst results. */
const describeBestAndWorst = ({ best, worst }: AccountPerformance, { campaign, money }: StrategyFormat) => {
  if (best === null || worst === null) return null
  const describe = ({ now, shareOfConversions, shareOfSpend, slug, targetCpa }: CampaignPerformance) => {
    const target =
      targetCpa === null || now.cpa === null
        ? ""
        : `; its target of ${money(targetCpa)} is ${now.cpa > targetCpa ? "missed" : "met"}`
    return `${campaign(slug)}: ${money(now.cpa ?? 0)}, with ${shareOfSpend} of the spend and ${shareOfConversions} of the conversions${target}`
  }
  return `Without the brand's own campaigns, a conversion costs least in ${describe(best)}. It costs most in ${describe(worst)}.`
}

/** Describes the account's performance. */
export const performanceSection = (
  { facts, performance }: PerformanceFacts,
  format: StrategyFormat
): Section => {
  const { money, shortMoney } = format
  const { committedMonthly, max_spend: cap } = facts.organization
  const spending = performance.campaigns.filter(({ now }) => now.spend > 0)
  return {
    heading: "Where things stand",
    body: joinBlocks(
      performance.window === null
        ? "No campaign has run yet."
        : `${formatLongDays(performance.window.from, performance.window.to)}, ${performance.compared ? "compared with the 30 days before" : "not compared, because the figures do not cover the 30 days before"}.`,
      campaignTable(spending.slice(0, maxRows), money, [
        amount("Budget a day", shortMoney, ({ budget }) => budget || null),
        figure("Used last week", ({ budgetUsed }) => budgetUsed)
      ]),
      spending.length > maxRows
        ? `These are the largest of ${pluralize(spending.length, "campaign")} with spend.`
        : null,
      explainChanges(performance.all, performance.campaigns, performance.causes, money),
      describeBestAndWorst(performance, format),
      idleCampaigns(performance.campaigns, format),
      performance.weeks.length < 2
        ? null
        : trendTable(
            `The last ${pluralize(performance.weeks.length, "full week")}:`,
            performance.weeks,
            money
          ),
      `Budgets commit ${shortMoney(committedMonthly)} a month${cap === null ? "; no monthly cap is set" : ` of a cap of ${shortMoney(cap)}`}.`
    )
  }
}
