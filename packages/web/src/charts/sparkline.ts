import { extent } from "d3-array"
import { type Html, html } from "../kit/html.ts"
import type { Values } from "./scales.ts"

const width = 88
const height = 24
const lastX = 82

const rounded = (value: number): number => Math.round(value * 10) / 10

/**
 * A row's own range in one line, with a dot on the last date; grey without a dot if nothing runs. It decorates the
 * figures beside it, so screen readers skip it. Null without any value. A table has one in each row: d3 takes four times
 * as long for them.
 */
export const sparkline = (values: Values, { runs = true }: { readonly runs?: boolean } = {}): Html | null => {
  const [low, high] = extent(values.filter((value) => value !== null))
  if (low === undefined) return null
  const scale = low === high ? 0 : (height - 6) / (high - low)
  const step = values.length === 1 ? 0 : (lastX - 2) / (values.length - 1)
  const y = (value: number) => rounded(scale === 0 ? height / 2 : height - 3 - (value - low) * scale)
  const x = (index: number) => rounded(step === 0 ? lastX : 2 + index * step)
  const path = values
    .map((value, n) =>
      value === null ? "" : `${n > 0 && values[n - 1] !== null ? "L" : "M"}${x(n)},${y(value)}`
    )
    .join("")
  const last = values.at(-1) ?? null
  const dot = runs && last !== null ? html`<circle cx="${lastX}" cy="${y(last)}" r="2.5"/>` : null
  return html`<svg class="spark" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path${runs ? null : html` class="off"`} d="${path}"/>${dot}</svg>`
}
