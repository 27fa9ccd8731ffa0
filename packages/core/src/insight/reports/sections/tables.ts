import { type Money, number, shortDay } from "../../markdown/amounts.ts"
import { bar, sparkline } from "../../markdown/charts.ts"
import { type Column, table, unknown } from "../../markdown/table.ts"
import { blocks, listed, plain } from "../../markdown/text.ts"
import type { CampaignFact, WeekFact } from "../facts/campaigns.ts"
import type { TermFact } from "../facts/terms.ts"
import type { Compared, Told } from "../facts/told.ts"
import { change, orUnknown, signed } from "./wording.ts"

/* Tables and charts that more than one type of report shows. */

interface Line {
  readonly what: string
  readonly tell: (told: Told) => string
  readonly change: (all: Compared) => string | null
}

const lines = (money: Money): ReadonlyArray<Line> => [
  { what: "Spend", tell: ({ spend }) => money(spend), change: ({ change }) => change.spend },
  {
    what: "Conversions",
    tell: ({ conversions }) => number(conversions),
    change: ({ change }) => change.conversions
  },
  {
    what: "Cost per conversion",
    tell: ({ cpa }) => orUnknown(cpa, money),
    change: ({ change }) => change.cpa
  },
  { what: "Clicks", tell: ({ clicks }) => number(clicks), change: ({ change }) => change.clicks },
  { what: "Cost per click", tell: ({ cpc }) => orUnknown(cpc, money), change: ({ change }) => change.cpc },
  { what: "Conversions per click", tell: ({ rate }) => rate ?? unknown, change: ({ change }) => change.rate },
  {
    what: "Impressions",
    tell: ({ impressions }) => number(impressions),
    change: ({ change }) => change.impressions
  },
  {
    what: "Return on spend",
    tell: ({ roas }) => orUnknown(roas, (value) => `${number(value)}×`),
    change: () => null
  }
]

/** The figures that everything else is about, beside those before. */
export const comparison = (all: Compared, money: Money, now: string, before: string): string =>
  table<Line>(
    [
      { title: "", cell: ({ what }) => what },
      { title: now, figures: true, cell: ({ tell }) => tell(all.now) },
      {
        title: before,
        figures: true,
        sparse: true,
        cell: ({ tell }) => (all.before.impressions === 0 ? unknown : tell(all.before))
      },
      { title: "Change", figures: true, sparse: true, cell: (line) => change(line.change(all)) }
    ],
    lines(money).filter(({ tell }) => tell(all.now) !== unknown || tell(all.before) !== unknown)
  )

/** Campaigns with what they spent and brought, and how both moved. */
export const campaignTable = (campaigns: ReadonlyArray<CampaignFact>, money: Money): string => {
  const most = Math.max(...campaigns.map(({ now }) => now.spend), 0)
  return table<CampaignFact>(
    [
      { title: "Campaign", cell: ({ name, state }) => plain(name) + (state === "live" ? "" : ` (${state})`) },
      { title: "", cell: ({ now }) => bar(now.spend, most) },
      { title: "Spend", figures: true, cell: ({ now }) => money(now.spend) },
      { title: "Change", figures: true, sparse: true, cell: ({ change: by }) => change(by.spend) },
      { title: "Conversions", figures: true, cell: ({ now }) => number(now.conversions) },
      {
        title: "Before",
        figures: true,
        sparse: true,
        cell: ({ before }) => (before.impressions === 0 ? unknown : number(before.conversions))
      },
      { title: "Cost per conversion", figures: true, cell: ({ now }) => orUnknown(now.cpa, money) }
    ],
    campaigns
  )
}

const termColumns = (money: Money): ReadonlyArray<Column<TermFact>> => [
  { title: "Search term", cell: ({ term }) => plain(term) },
  { title: "Campaign", cell: ({ campaign }) => plain(campaign) },
  { title: "Spend", figures: true, cell: ({ spend }) => money(spend) },
  { title: "Change", figures: true, cell: ({ more }) => signed(more, money) },
  { title: "Clicks", figures: true, cell: ({ clicks }) => number(clicks) },
  { title: "Conversions", figures: true, cell: ({ conversions }) => number(conversions) }
]
export const termTable = (terms: ReadonlyArray<TermFact>, money: Money): string =>
  table(termColumns(money), terms)

interface Measured {
  readonly now: Told
  readonly change: Compared["change"]
  readonly share: string | null
}

/** Parts of a whole with their shares, what they cost and what they returned. */
export const shareTable = <Row extends Measured>(
  title: string,
  name: (row: Row) => string,
  rows: ReadonlyArray<Row>,
  money: Money
): string => {
  const most = Math.max(...rows.map(({ now }) => now.spend), 0)
  return table<Row>(
    [
      { title, cell: name },
      { title: "", cell: ({ now }) => bar(now.spend, most) },
      { title: "Spend", figures: true, cell: ({ now }) => money(now.spend) },
      { title: "Share", figures: true, cell: ({ share }) => share ?? unknown },
      { title: "Change", figures: true, sparse: true, cell: (row) => change(row.change.spend) },
      { title: "Conversions", figures: true, cell: ({ now }) => number(now.conversions) },
      { title: "Cost per conversion", figures: true, cell: ({ now }) => orUnknown(now.cpa, money) }
    ],
    rows
  )
}

/** Weeks that are not whole, by the Mondays they begin on: their bars are lower for want of days. */
const partOf = (weeks: ReadonlyArray<WeekFact>): string | null => {
  const partial = weeks.filter((week) => week.partial === true).map(({ week }) => shortDay(week))
  return partial.length === 0
    ? null
    : `Not a whole week, and left out of the lowest and the highest: the week of ${listed(partial)}.`
}

/** A line of small bars for each measure, with the lowest and the highest of the whole weeks. */
export const trendOf = (title: string, weeks: ReadonlyArray<WeekFact>, money: Money): string => {
  const whole = weeks.filter((week) => week.partial !== true)
  const row = (what: string, of: "spend" | "conversions", tell: (value: number) => string) => {
    const values = whole.map((week) => week[of])
    const range =
      values.length === 0 ? "" : `  ${tell(Math.min(...values))} to ${tell(Math.max(...values))} a week`
    return `${what.padEnd(12)} ${sparkline(weeks.map((week) => week[of]))}${range}`
  }
  return blocks(
    title,
    ["```text", row("Spend", "spend", money), row("Conversions", "conversions", number), "```"].join("\n"),
    partOf(weeks)
  )
}
