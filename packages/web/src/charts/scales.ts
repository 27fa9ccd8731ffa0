import { max, range } from "d3-array"
import { type ScaleLinear, scaleLinear } from "d3-scale"
import { area, line } from "d3-shape"
import { type Html, html } from "../kit/html.ts"

/** How a chart writes its values: in full beside the day, and short on the axis. */
export interface Unit {
  readonly exact: (value: number) => string
  readonly short: (value: number) => string
  /** Whether the axis has whole numbers only. */
  readonly whole: boolean
}

/** Amounts of a currency: `$1,150.40`, on the axis `$1.2K`. */
export const inMoney = (currency: string): Unit => {
  const exact = new Intl.NumberFormat("en-US", { style: "currency", currency })
  const short = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 1
  })
  return { exact: (value) => exact.format(value), short: (value) => short.format(value), whole: false }
}

const number = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })
const compactNumber = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 })

/** Counts such as conversions: `1,204`, on the axis `1.2K`. */
export const inNumbers: Unit = {
  exact: (value) => number.format(value),
  short: (value) => compactNumber.format(value),
  whole: true
}

const shortDayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

/** `2 Nov`, from a date such as `2026-11-02`. */
export const shortDay = (date: string): string => shortDayFormat.format(new Date(date))

/** A figure for each date; null where there is none, which leaves a gap. */
export type Values = ReadonlyArray<number | null>

interface Axis {
  readonly scale: ScaleLinear<number, number>
  readonly ticks: ReadonlyArray<number>
}

/** The vertical axis of values, from zero, with round steps. `bottom` and `top` are its ends in the drawing. */
export const valueAxis = (
  lists: ReadonlyArray<Values>,
  { whole }: Unit,
  { bottom, steps = 3, top }: { readonly bottom: number; readonly top: number; readonly steps?: number }
): Axis => {
  const highest = max(lists, (list) => max(list, (value) => value ?? 0)) ?? 0
  const scale = scaleLinear([0, highest || 1], [bottom, top]).nice(steps)
  const ticks = highest === 0 ? [0] : scale.ticks(steps)
  return { scale, ticks: whole ? ticks.filter(Number.isInteger) : ticks }
}

/** The middle of a date on the time axis, in percent. */
export const middleOf = (index: number, count: number): number => ((index + 0.5) / count) * 100

/** A share of the width, as SVG attributes take it. */
export const percentOf = (value: number): string => `${Math.round(value * 1000) / 1000}%`

const labelSteps = [1, 2, 3, 7, 14, 28, 91, 182, 364]
const mostLabels = 5

/** The dates that get a label on the time axis: few enough for a phone, always with the last. */
export const labelledDates = (count: number): ReadonlyArray<number> => {
  if (count === 0) return []
  const step = labelSteps.find((each) => count / each <= mostLabels) ?? Math.ceil(count / mostLabels)
  const room = count / mostLabels
  return [...range(0, count - 1, step).filter((index) => count - 1 - index >= room * 0.7), count - 1]
}

/** The drawing of a line stretches with the page: each date is 100 wide, the height is 100. */
export const stretched = { width: 100, height: 100 } as const

interface Drawing {
  readonly line: string
  readonly area: string
}

/** The path of a line and of the area below it, in the stretched drawing. A gap interrupts both. */
export const drawLine = (values: Values, scale: ScaleLinear<number, number>): Drawing => {
  const x = (_: number | null, index: number) => (index + 0.5) * stretched.width
  const y = (value: number | null) => scale(value ?? 0)
  const defined = (value: number | null): value is number => value !== null
  const drawnLine = line<number | null>().defined(defined).x(x).y(y).digits(1)
  const drawnArea = area<number | null>().defined(defined).x(x).y0(scale(0)).y1(y).digits(1)
  return { line: drawnLine(values) ?? "", area: drawnArea(values) ?? "" }
}

interface FigureColumn {
  readonly name: string
  readonly values: Values
  readonly unit: Unit
}

/** Whether a date of a chart is a day, or the first day of a week. */
export type Period = "day" | "week"

const headOf = { day: "Day", week: "Week of" } as const satisfies Record<Period, string>

/** Every figure of a chart as a table, which a person opens. Screen readers get it in place of the drawing. */
export const figuresTable = (
  title: string,
  dates: ReadonlyArray<string>,
  columns: ReadonlyArray<FigureColumn>,
  period: Period = "day"
): Html =>
  html`<details class="figures-of"><summary class="more">Show figures</summary><div class="scroll" tabindex="0" role="group" aria-label="Figures: ${title}"><table><thead><tr><th scope="col">${headOf[period]}</th>${columns.map(
    ({ name }) => html`<th scope="col" class="num">${name}</th>`
  )}</tr></thead><tbody>${dates.map(
    (date, index) =>
      html`<tr><th scope="row"><time datetime="${date}">${shortDay(date)}</time></th>${columns.map(
        ({ unit, values }) => html`<td class="num">${figureText(values[index] ?? null, unit)}</td>`
      )}</tr>`
  )}</tbody></table></div></details>`

/** A figure in full; "–" where there is none. */
export const figureText = (value: number | null, { exact }: Unit): string =>
  value === null ? "–" : exact(value)
