import { extent } from "d3-array"
import { scaleLinear } from "d3-scale"
import { line } from "d3-shape"
import { type Html, html } from "../kit/html.ts"
import type { Values } from "./scales.ts"

const width = 88
const height = 24
const lastX = 82

/**
 * A row's own range in one line, with a dot on the last date; grey without a dot if nothing runs. It decorates the
 * figures beside it, so screen readers skip it. Null without any value.
 */
export const sparkline = (values: Values, { runs = true }: { readonly runs?: boolean } = {}): Html | null => {
  const [low, high] = extent(values.filter((value) => value !== null))
  if (low === undefined) return null
  const y = low === high ? () => height / 2 : scaleLinear([low, high], [height - 3, 3])
  const x = values.length === 1 ? () => lastX : scaleLinear([0, values.length - 1], [2, lastX])
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? 0))
    .digits(1)(values)
  const last = values.at(-1) ?? null
  const dot =
    runs && last !== null ? html`<circle cx="${lastX}" cy="${Math.round(y(last) * 10) / 10}" r="2.5"/>` : null
  return html`<svg class="spark" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path${runs ? null : html` class="off"`} d="${path ?? ""}"/>${dot}</svg>`
}
