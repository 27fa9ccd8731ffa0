import { max, range } from "d3-array"
import { type ScaleLinear, scaleLinear } from "d3-scale"
import { area, line } from "d3-shape"
import type { Unit } from "./units.ts"

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
