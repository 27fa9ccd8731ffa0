import type { Section } from "../../document/document.ts"
import { amount, campaignTable, figure, trendChart } from "../../document/tables.ts"
import { formatLongDays, formatNumber, joinBlocks, joinWithAnd, pluralize } from "../../markdown.ts"
import { explainChanges } from "../../reports/sections/why.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { CampaignPerformance } from "../analyse/performance.ts"
import type { StrategyFormat } from "./format.ts"

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
const bestAndWorst = ({ best, worst }: Strategy["performance"], { campaign, money }: StrategyFormat) => {
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
export const performanceSection = ({ facts, performance }: Strategy, format: StrategyFormat): Section => {
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
      bestAndWorst(performance, format),
      idleCampaigns(performance.campaigns, format),
      performance.weeks.length < 2
        ? null
        : trendChart(
            `The last ${pluralize(performance.weeks.length, "full week")}:`,
            performance.weeks,
            money
          ),
      `Daily budgets commit ${shortMoney(committedMonthly)} a month${cap === null ? "; no monthly cap is set" : ` of a cap of ${shortMoney(cap)}`}.`
    )
  }
}
