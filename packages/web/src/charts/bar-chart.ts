import { max } from "d3-array"
import { type Content, type Html, html } from "../kit/html.ts"
import { percentOf } from "./scales.ts"
import type { Unit } from "./units.ts"

export interface Bar {
  readonly label: Content
  readonly value: number
  /** The value that it is compared with, as a tick: an estimate, the period before. */
  readonly mark?: number
}

export interface BarChart {
  /** The id of the title that names the chart. */
  readonly labelledBy: string
  /** The heads of the columns: what the rows are, what the bars are, what the ticks are. */
  readonly heads: readonly [label: string, value: string, mark?: string]
  readonly unit: Unit
  readonly bars: ReadonlyArray<Bar>
}

/** Values side by side. The chart is the table of its figures, so it needs no other; the bars only decorate. */
export const barChart = ({ bars, heads, labelledBy, unit }: BarChart): Html => {
  const highest = max(bars, ({ mark = 0, value }) => Math.max(mark, value)) || 1
  const share = (value: number) => percentOf((Math.max(0, value) / highest) * 100)
  const [label, value, mark] = heads
  const drawn = (bar: Bar) =>
    html`<svg class="meter" height="14" aria-hidden="true"><rect class="fill" y="3" width="${share(bar.value)}" height="8" rx="2"/>${
      bar.mark === undefined
        ? null
        : html`<line class="mark" x1="${share(bar.mark)}" x2="${share(bar.mark)}" y1="0" y2="14"/>`
    }</svg>`
  return html`<div class="scroll" tabindex="0" role="group" aria-labelledby="${labelledBy}"><table class="bars"><thead><tr><th scope="col">${label}</th><th scope="col" class="num">${value}</th>${
    mark === undefined ? null : html`<th scope="col" class="num">${mark}</th>`
  }</tr></thead><tbody>${bars.map(
    (bar) =>
      html`<tr><th scope="row">${bar.label}${drawn(bar)}</th><td class="num">${unit.exact(bar.value)}</td>${
        mark === undefined
          ? null
          : html`<td class="num">${bar.mark === undefined ? "–" : unit.exact(bar.mark)}</td>`
      }</tr>`
  )}</tbody></table></div>`
}
