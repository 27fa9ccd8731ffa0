import { type Html, html } from "../kit/html.ts"

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
  readonly format: (value: number) => string
}

const inset = 8
const x = (share: number): string => `${(inset + share * (100 - 2 * inset)).toFixed(1)}%`

/** A range on an axis from zero: a band with its ends, a dot for the estimate, a line for the comparison. */
export const rangeBar = ({ format, high, label, low, point, reference }: RangeBar): Html => {
  const bounded = Number.isFinite(high)
  const largest = Math.max(bounded ? high : 2 * low, point ?? 0, reference?.value ?? 0)
  const at = (value: number): string => x(largest === 0 ? 0 : Math.min(1, value / largest))
  const end = bounded ? at(high) : "100%"
  const width = `${(Number.parseFloat(end) - Number.parseFloat(at(low))).toFixed(1)}%`
  // Two labels that are near each other become one in the middle.
  const apart = Number.parseFloat(end) - Number.parseFloat(at(low)) > 38
  const text = bounded ? `${format(low)} – ${format(high)}` : `${format(low)} or more`
  const middle = `${((Number.parseFloat(end) + Number.parseFloat(at(low))) / 2).toFixed(1)}%`
  return html`<svg class="rb" role="img" aria-label="${label}"><line class="rail" x1="0" x2="100%" y1="25" y2="25"/><rect class="band" x="${at(low)}" width="${width}" y="19" height="12" rx="2"/><line class="ends" x1="${at(low)}" x2="${at(low)}" y1="18" y2="32"/>${
    bounded ? html`<line class="ends" x1="${end}" x2="${end}" y1="18" y2="32"/>` : null
  }${point === null ? null : html`<circle class="point" cx="${at(point)}" cy="25" r="4"/>`}${
    reference === undefined
      ? null
      : html`<line class="ref" x1="${at(reference.value)}" x2="${at(reference.value)}" y1="16" y2="34"/><text class="${reference.value / largest > 0.5 ? "last" : "mid"}" x="${at(reference.value)}" y="11">${reference.label}</text>`
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
