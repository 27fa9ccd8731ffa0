import { formatNumber, formatShortDay, type MoneyFormat } from "../../markdown/format.ts"
import { bar, type Column, sparkline, table, unknownValue } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, joinWithAnd } from "../../markdown/text.ts"
import type { CampaignFact, WeekFact } from "../facts/campaigns.ts"
import type { ComparedFigures, PeriodFigures } from "../facts/figures.ts"
import type { TermFact } from "../facts/terms.ts"
import { formatChange, formatSigned, orUnknown } from "./frame.ts"

/* Tables and charts that several report types share. */

interface ComparisonRow {
  readonly what: string
  readonly format: (figures: PeriodFigures) => string
  readonly change: (all: ComparedFigures) => string | null
}

const lines = (money: MoneyFormat): ReadonlyArray<ComparisonRow> => [
  { what: "Spend", format: ({ spend }) => money(spend), change: ({ change }) => change.spend },
  {
    what: "Conversions",
    format: ({ conversions }) => formatNumber(conversions),
    change: ({ change }) => change.conversions
  },
  {
    what: "Cost per conversion",
    format: ({ cpa }) => orUnknown(cpa, money),
    change: ({ change }) => change.cpa
  },
  { what: "Clicks", format: ({ clicks }) => formatNumber(clicks), change: ({ change }) => change.clicks },
  { what: "Cost per click", format: ({ cpc }) => orUnknown(cpc, money), change: ({ change }) => change.cpc },
  {
    what: "Conversions per click",
    format: ({ rate }) => rate ?? unknownValue,
    change: ({ change }) => change.rate
  },
  {
    what: "Impressions",
    format: ({ impressions }) => formatNumber(impressions),
    change: ({ change }) => change.impressions
  },
  {
    what: "Return on spend",
    format: ({ roas }) => orUnknown(roas, (value) => `${formatNumber(value)}×`),
    change: () => null
  }
]

/** Renders the main figures beside those of the period before. */
export const comparison = (all: ComparedFigures, money: MoneyFormat, now: string, before: string): string =>
  table<ComparisonRow>(
    [
      { title: "", cell: ({ what }) => what },
      { title: now, numeric: true, cell: ({ format }) => format(all.now) },
      {
        title: before,
        numeric: true,
        hideIfEmpty: true,
        cell: ({ format }) => (all.before.impressions === 0 ? unknownValue : format(all.before))
      },
      { title: "Change", numeric: true, hideIfEmpty: true, cell: (line) => formatChange(line.change(all)) }
    ],
    lines(money).filter(
      ({ format }) => format(all.now) !== unknownValue || format(all.before) !== unknownValue
    )
  )

/** A row with a spend, its change, and results. */
type SpendRow = Pick<ComparedFigures, "now" | "change">

/** Columns beside those of every table of spend, by the column that they follow. */
interface MoreColumns<Row> {
  readonly bar?: ReadonlyArray<Column<Row>>
  readonly spend?: ReadonlyArray<Column<Row>>
  readonly conversions?: ReadonlyArray<Column<Row>>
}

/** Renders rows with their spend as a bar and an amount, and with their results. */
export const spendTable = <Row extends SpendRow>(
  name: Column<Row>,
  rows: ReadonlyArray<Row>,
  money: MoneyFormat,
  after: MoreColumns<Row> = {}
): string => {
  const maximum = Math.max(...rows.map(({ now }) => now.spend), 0)
  return table<Row>(
    [
      name,
      { title: "", cell: ({ now }) => bar(now.spend, maximum) },
      ...(after.bar ?? []),
      { title: "Spend", numeric: true, cell: ({ now }) => money(now.spend) },
      ...(after.spend ?? []),
      { title: "Change", numeric: true, hideIfEmpty: true, cell: ({ change }) => formatChange(change.spend) },
      { title: "Conversions", numeric: true, cell: ({ now }) => formatNumber(now.conversions) },
      ...(after.conversions ?? []),
      { title: "Cost per conversion", numeric: true, cell: ({ now }) => orUnknown(now.cpa, money) }
    ],
    rows
  )
}

/** Renders campaigns with spend and conversions, and the change of both. */
export const campaignTable = (campaigns: ReadonlyArray<CampaignFact>, money: MoneyFormat): string =>
  spendTable<CampaignFact>(
    {
      title: "Campaign",
      cell: ({ name, state }) => escapeMarkdown(name) + (state === "live" ? "" : ` (${state})`)
    },
    campaigns,
    money,
    {
      conversions: [
        {
          title: "Before",
          numeric: true,
          hideIfEmpty: true,
          cell: ({ before }) => (before.impressions === 0 ? unknownValue : formatNumber(before.conversions))
        }
      ]
    }
  )

const termColumns = (money: MoneyFormat): ReadonlyArray<Column<TermFact>> => [
  { title: "Search term", cell: ({ term }) => escapeMarkdown(term) },
  { title: "Campaign", cell: ({ campaign }) => escapeMarkdown(campaign) },
  { title: "Spend", numeric: true, cell: ({ spend }) => money(spend) },
  { title: "Change", numeric: true, cell: ({ more }) => formatSigned(more, money) },
  { title: "Clicks", numeric: true, cell: ({ clicks }) => formatNumber(clicks) },
  { title: "Conversions", numeric: true, cell: ({ conversions }) => formatNumber(conversions) }
]
export const termTable = (terms: ReadonlyArray<TermFact>, money: MoneyFormat): string =>
  table(termColumns(money), terms)

/** Names partial weeks by their Mondays: their bars are lower because days are missing. */
const partialWeeksNote = (weeks: ReadonlyArray<WeekFact>): string | null => {
  const partial = weeks.filter((week) => week.partial === true).map(({ week }) => formatShortDay(week))
  return partial.length === 0
    ? null
    : `Not a whole week, and left out of the lowest and the highest: the week of ${joinWithAnd(partial)}.`
}

/** Renders a sparkline for each measure, with the lowest and highest full week. */
export const trendChart = (title: string, weeks: ReadonlyArray<WeekFact>, money: MoneyFormat): string => {
  const whole = weeks.filter((week) => week.partial !== true)
  const row = (what: string, of: "spend" | "conversions", format: (value: number) => string) => {
    const values = whole.map((week) => week[of])
    const range =
      values.length === 0 ? "" : `  ${format(Math.min(...values))} to ${format(Math.max(...values))} a week`
    return `${what.padEnd(12)} ${sparkline(weeks.map((week) => week[of]))}${range}`
  }
  return joinBlocks(
    title,
    ["```text", row("Spend", "spend", money), row("Conversions", "conversions", formatNumber), "```"].join(
      "\n"
    ),
    partialWeeksNote(weeks)
  )
}
