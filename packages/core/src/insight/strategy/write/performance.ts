import { formatLongDay, formatLongDays, formatNumber, formatPercent } from "../../markdown/format.ts"
import { sparkline, table } from "../../markdown/table.ts"
import { joinBlocks, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { CampaignPerformance } from "../analyse/performance.ts"
import type { StrategyFormat } from "./format.ts"

const dash = "–"
const maxRows = 15
const maxIdleNamed = 8

const campaignTable = (
  rows: ReadonlyArray<CampaignPerformance>,
  { campaign, money, wholeMoney }: StrategyFormat
): string =>
  table(
    [
      { title: "Campaign", cell: ({ slug }) => campaign(slug) },
      { title: "State", cell: ({ state }) => state },
      {
        title: "Budget a day",
        numeric: true,
        cell: ({ budget }) => (budget === 0 ? dash : wholeMoney(budget))
      },
      { title: "Spent", numeric: true, cell: ({ spend }) => money(spend) },
      { title: "Conversions", numeric: true, cell: ({ conversions }) => formatNumber(conversions) },
      { title: "Each", numeric: true, cell: ({ cpa }) => (cpa === null ? dash : money(cpa)) },
      { title: "Spend, change", numeric: true, cell: ({ change }) => change.spend ?? dash },
      { title: "Conversions, change", numeric: true, cell: ({ change }) => change.conversions ?? dash },
      {
        title: "Budget used",
        numeric: true,
        cell: ({ budgetUsed }) => (budgetUsed === null ? dash : formatPercent(budgetUsed))
      }
    ],
    rows.slice(0, maxRows)
  )

/** Campaigns without spend are named in a sentence: empty rows would hide the others. */
const idleCampaigns = (
  campaigns: ReadonlyArray<CampaignPerformance>,
  { campaign }: StrategyFormat
): string => {
  const idle = campaigns.filter(({ spend }) => spend === 0)
  if (idle.length === 0) return ""
  const named = idle.slice(0, maxIdleNamed).map(({ slug, state }) => `${campaign(slug)} (${state})`)
  return idle.length > maxIdleNamed
    ? `Of ${formatNumber(idle.length)} campaigns that spent nothing, the first: ${joinWithAnd(named)}.`
    : `Nothing was spent by ${joinWithAnd(named)}.`
}

const targetNote = ({ cpa, targetCpa }: CampaignPerformance, { money }: StrategyFormat): string =>
  targetCpa === null || cpa === null
    ? ""
    : ` (its target of ${money(targetCpa)} is ${cpa > targetCpa ? "missed" : "met"})`

/** Names the campaigns with the best and the worst results. */
const bestAndWorst = ({ best, worst }: Strategy["performance"], formatter: StrategyFormat): string => {
  if (best?.cpa == null || worst?.cpa == null) return ""
  const { campaign, money } = formatter
  const share = (one: CampaignPerformance) =>
    `${formatPercent(one.shareOfSpend)} of the money and ${formatPercent(one.shareOfConversions)} of the conversions`
  return `Beside the brand's own, a conversion costs least in ${campaign(best.slug)}, ${money(best.cpa)}${targetNote(best, formatter)}: ${share(best)}. It costs most in ${campaign(worst.slug)}, ${money(worst.cpa)}${targetNote(worst, formatter)}: ${share(worst)}.`
}

const trendTable = ({ weeks }: Strategy["performance"], { money }: StrategyFormat): string => {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined || weeks.length < 2) return ""
  return joinBlocks(
    `The last ${pluralize(weeks.length, "full week")}, from the one of ${formatLongDay(first.monday)} to the one of ${formatLongDay(last.monday)}:`,
    table(
      [
        { title: "", cell: ({ of }) => of },
        { title: "Week by week", cell: ({ values }) => sparkline(values) },
        { title: "First", numeric: true, cell: ({ format, values }) => format(values[0] ?? 0) },
        { title: "Last", numeric: true, cell: ({ format, values }) => format(values.at(-1) ?? 0) }
      ],
      [
        { of: "Spend", values: weeks.map(({ spend }) => spend), format: money },
        { of: "Conversions", values: weeks.map(({ conversions }) => conversions), format: formatNumber }
      ]
    )
  )
}

const capNote = ({ facts: { organization } }: Strategy, { wholeMoney }: StrategyFormat): string => {
  const { committedMonthly, max_spend: maxSpend } = organization
  return maxSpend === null
    ? `Daily budgets commit ${wholeMoney(committedMonthly)} a month; no monthly cap is set.`
    : `Daily budgets commit ${wholeMoney(committedMonthly)} a month of a cap of ${wholeMoney(maxSpend)}.`
}

/** Describes the account's performance. */
export const performanceSection = (strategy: Strategy, formatter: StrategyFormat): string => {
  const { facts, performance } = strategy
  const spending = performance.campaigns.filter(({ spend }) => spend > 0)
  return joinBlocks(
    "## Where things stand",
    facts.window === null
      ? "No campaign has run yet."
      : `${formatLongDays(facts.window.from, facts.window.to)}; the changes are against the 30 days before.`,
    campaignTable(spending, formatter),
    spending.length > maxRows
      ? `The largest of ${pluralize(spending.length, "campaign")} that spent something.`
      : null,
    bestAndWorst(performance, formatter),
    idleCampaigns(performance.campaigns, formatter),
    trendTable(performance, formatter),
    capNote(strategy, formatter)
  )
}
