import {
  type Column,
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  joinBlocks,
  type MoneyFormat,
  table,
  unknownValue
} from "../markdown.ts"
import type { CampaignRow, ComparedFigures, PeriodFigures, WeekFact } from "./figures.ts"

/* The columns of every table: our own text, untrusted text, figures and amounts. Null is unknown. */

export const orUnknown = <A>(value: A | null, format: (value: A) => string): string =>
  value === null ? unknownValue : format(value)

/** A column of our own text. */
export const plain = <Row>(title: string, of: (row: Row) => string | null): Column<Row> => ({
  title,
  cell: (row) => orUnknown(of(row), String)
})

/** A column of untrusted text, such as names and searches. */
export const quoted = <Row>(title: string, of: (row: Row) => string): Column<Row> => ({
  title,
  cell: (row) => escapeMarkdown(of(row))
})

/** A right-aligned column of counts, or of figures that are already text. */
export const figure = <Row>(title: string, of: (row: Row) => number | string | null): Column<Row> => ({
  title,
  numeric: true,
  cell: (row) => orUnknown(of(row), (value) => (typeof value === "number" ? formatNumber(value) : value))
})

export const amount = <Row>(
  title: string,
  money: MoneyFormat,
  of: (row: Row) => number | null
): Column<Row> => figure(title, (row) => orUnknown(of(row), money))

/** A column that is left out if no row has a value in it. */
export const optional = <Row>(column: Column<Row>): Column<Row> => ({ ...column, hideIfEmpty: true })

/** Formats a change in percent; an unchanged value has no sign. */
export const formatChange = (percentText: string | null): string =>
  orUnknown(percentText, (text) => text.replace(/^[+-]0%$/, "0%"))

export const formatSigned = (value: number, format: (value: number) => string): string =>
  value > 0 ? `+${format(value)}` : format(value)

/* Tables and charts that several documents share. */

type ComparisonRow = readonly [
  what: string,
  format: (figures: PeriodFigures) => string,
  change: keyof ComparedFigures["change"] | null
]

/** Renders the main figures beside those of the period before. */
export const comparison = (all: ComparedFigures, money: MoneyFormat, now: string, before: string): string => {
  const rows: ReadonlyArray<ComparisonRow> = [
    ["Spend", ({ spend }) => money(spend), "spend"],
    ["Conversions", ({ conversions }) => formatNumber(conversions), "conversions"],
    ["Cost per conversion", ({ cpa }) => orUnknown(cpa, money), "cpa"],
    ["Clicks", ({ clicks }) => formatNumber(clicks), "clicks"],
    ["Cost per click", ({ cpc }) => orUnknown(cpc, money), "cpc"],
    ["Conversions per click", ({ rate }) => orUnknown(rate, String), "rate"],
    ["Impressions", ({ impressions }) => formatNumber(impressions), "impressions"],
    ["Return on spend", ({ roas }) => orUnknown(roas, (value) => `${formatNumber(value)}×`), null]
  ]
  const hasBefore = all.before.impressions > 0
  return table<ComparisonRow>(
    [
      plain("", ([what]) => what),
      figure(now, ([, format]) => format(all.now)),
      optional(figure(before, ([, format]) => (hasBefore ? format(all.before) : null))),
      optional(figure("Change", ([, , change]) => formatChange(change === null ? null : all.change[change])))
    ],
    rows.filter(([, format]) => format(all.now) !== unknownValue || format(all.before) !== unknownValue)
  )
}

/** Columns beside those of every table of spend, by the column that they follow. */
interface MoreColumns<Row> {
  readonly name?: ReadonlyArray<Column<Row>>
  readonly spend?: ReadonlyArray<Column<Row>>
  readonly conversions?: ReadonlyArray<Column<Row>>
  readonly last?: ReadonlyArray<Column<Row>>
}

/** Renders rows with their spend and their results. */
export const spendTable = <Row extends Pick<ComparedFigures, "now" | "change">>(
  name: Column<Row>,
  rows: ReadonlyArray<Row>,
  money: MoneyFormat,
  after: MoreColumns<Row> = {}
): string =>
  table<Row>(
    [
      name,
      ...(after.name ?? []),
      amount("Spend", money, ({ now }) => now.spend),
      ...(after.spend ?? []),
      optional(figure("Change", ({ change }) => formatChange(change.spend))),
      figure("Conversions", ({ now }) => now.conversions),
      ...(after.conversions ?? []),
      amount("Cost per conversion", money, ({ now }) => now.cpa),
      ...(after.last ?? [])
    ],
    rows
  )

/** Renders campaigns with spend and conversions, and the change of both. */
export const campaignTable = <Row extends CampaignRow>(
  campaigns: ReadonlyArray<Row>,
  money: MoneyFormat,
  last: ReadonlyArray<Column<Row>> = []
): string =>
  spendTable<Row>(
    quoted("Campaign", ({ name, state }) => (state === "live" || state === "" ? name : `${name} (${state})`)),
    campaigns,
    money,
    {
      conversions: [
        optional(figure("Before", ({ before }) => (before.impressions === 0 ? null : before.conversions)))
      ],
      last
    }
  )

/** The title of the first column of a table of weeks; pages draw such a table as a chart. */
export const weekColumn = "Week of"

/** Renders weeks with their spend and conversions. */
export const trendTable = (title: string, weeks: ReadonlyArray<WeekFact>, money: MoneyFormat): string =>
  joinBlocks(
    title,
    table<WeekFact>(
      [
        plain(weekColumn, ({ partial, week }) => `${formatShortDay(week)}${partial ? " (not whole)" : ""}`),
        amount("Spend", money, ({ spend }) => spend),
        figure("Conversions", ({ conversions }) => conversions)
      ],
      weeks
    )
  )

/** A titled table, or nothing without rows. */
export const titledTable = (title: string, rendered: string): string | null =>
  rendered === "" ? null : joinBlocks(title, rendered)
