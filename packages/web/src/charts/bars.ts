import { extent } from "d3-array"
import { type Html, html } from "../kit/html.ts"
import type { Values } from "./scales.ts"

interface RangeBar {
  /** What the bar says, for people who do not see it. */
  readonly label: string
  readonly low: number
  /** Infinity if nothing bounds it. */
  readonly high: number
  /** The best estimate; null if there is none. */
  readonly point: number | null
  /** What the range is compared with. */
  readonly reference?: { readonly value: number; readonly label: string } | undefined
  /** The end of an axis that several bars share; a range beyond it is open. */
  readonly end?: number
  readonly format: (value: number) => string
}

const inset = 8
const x = (share: number): string => `${(inset + share * (100 - 2 * inset)).toFixed(1)}%`

/** A label beside the end of the axis stays inside. */
const anchorOf = (share: number): string => (share > 0.5 ? "last" : share > 0.25 ? "mid" : "")

/** A range on an axis from zero: a band with its ends, a dot for the estimate, a line for the comparison. */
export const rangeBar = ({ end: shared, format, high, label, low, point, reference }: RangeBar): Html => {
  const largest =
    shared ?? Math.max(Number.isFinite(high) ? high : 2 * low, point ?? 0, reference?.value ?? 0)
  const bounded = high <= largest
  const at = (value: number): string => x(largest === 0 ? 0 : Math.min(1, value / largest))
  const end = bounded ? at(high) : "100%"
  const width = `${(Number.parseFloat(end) - Number.parseFloat(at(low))).toFixed(1)}%`
  // Two labels that are near each other become one in the middle.
  const apart = Number.parseFloat(end) - Number.parseFloat(at(low)) > 38
  const text = Number.isFinite(high) ? `${format(low)} – ${format(high)}` : `${format(low)} or more`
  const middle = `${((Number.parseFloat(end) + Number.parseFloat(at(low))) / 2).toFixed(1)}%`
  return html`<svg class="rb" role="img" aria-label="${label}"><line class="rail" x1="0" x2="100%" y1="25" y2="25"/><rect class="band" x="${at(low)}" width="${width}" y="19" height="12" rx="2"/><line class="ends" x1="${at(low)}" x2="${at(low)}" y1="18" y2="32"/>${
    bounded ? html`<line class="ends" x1="${end}" x2="${end}" y1="18" y2="32"/>` : null
  }${point === null ? null : html`<circle class="point" cx="${at(point)}" cy="25" r="4"/>`}${
    reference === undefined
      ? null
      : html`<line class="ref" x1="${at(reference.value)}" x2="${at(reference.value)}" y1="16" y2="34"/><text class="${anchorOf(reference.value / largest)}" x="${at(reference.value)}" y="11">${reference.label}</text>`
  }${
    bounded && apart
      ? html`<text class="strong mid" x="${at(low)}" y="46">${format(low)}</text><text class="strong mid" x="${end}" y="46">${format(high)}</text>`
      : html`<text class="strong mid" x="${middle}" y="46">${text}</text>`
  }</svg>`
}

/** Days in a row, those that are marked in colour, with the first and last date. */
export const dayStrip = (
  days: ReadonlyArray<{ readonly marked: boolean }>,
  { first, label, last }: { readonly label: string; readonly first: string; readonly last: string }
): Html => {
  const step = 100 / Math.max(1, days.length)
  return html`<svg class="rb" role="img" aria-label="${label}">${days.map(
    ({ marked }, n) =>
      html`<rect class="${marked ? "d1" : "d3"}" x="${(n * step + 0.4).toFixed(1)}%" y="17" width="${(step - 1.5).toFixed(1)}%" height="16" rx="2"/>`
  )}<text x="0" y="11">${first}</text><text class="last" x="99%" y="11">${last}</text></svg>`
}

const width = 88
const height = 24
const lastX = 82

/** Every tenth that a coordinate can have, as text: a number takes far longer to write than to look up. */
const tenths = Array.from({ length: width * 10 + 1 }, (_, n) => String(n / 10))
const rounded = (value: number): string => tenths[Math.round(value * 10)]!

/** The x of each value, once for each number of values. */
const positions = new Map<number, ReadonlyArray<string>>()
const positionsOf = (length: number): ReadonlyArray<string> => {
  const known = positions.get(length)
  if (known !== undefined) return known
  const step = length === 1 ? 0 : (lastX - 2) / (length - 1)
  const made = Array.from({ length }, (_, n) => rounded(step === 0 ? lastX : 2 + n * step))
  positions.set(length, made)
  return made
}

/**
 * A row's own range in one line, with a dot on the last date; grey without a dot if nothing runs. It decorates the
 * figures beside it, so screen readers skip it. Null without any value. A table has one in each row: d3 takes four times
 * as long for them.
 */
export const sparkline = (values: Values, { runs = true }: { readonly runs?: boolean } = {}): Html | null => {
  const [low, high] = extent(values, (value) => value ?? undefined)
  if (low === undefined || high === undefined) return null
  const scale = low === high ? 0 : (height - 6) / (high - low)
  const y = (value: number) => rounded(scale === 0 ? height / 2 : height - 3 - (value - low) * scale)
  const xs = positionsOf(values.length)
  let path = ""
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!
    if (value !== null) path += `${n > 0 && values[n - 1] !== null ? "L" : "M"}${xs[n]},${y(value)}`
  }
  const last = values.at(-1) ?? null
  const dot = runs && last !== null ? html`<circle cx="${lastX}" cy="${y(last)}" r="2.5"/>` : null
  return html`<svg class="spark" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path${runs ? null : html` class="off"`} d="${path}"/>${dot}</svg>`
}
