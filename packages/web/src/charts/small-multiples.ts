import { type Content, type Html, html } from "../kit/html.ts"
import { figuresTable, type Period } from "./figures-table.ts"
import { drawLine, stretched, type Values, valueAxis } from "./scales.ts"
import type { Unit } from "./units.ts"

export interface Multiple {
  readonly name: string
  /** One figure beside the name: the total, the latest. */
  readonly note: Content
  readonly values: Values
}

export interface SmallMultiples {
  /** What all of them show, with the period, for screen readers. */
  readonly title: string
  readonly dates: ReadonlyArray<string>
  readonly period?: Period
  readonly unit: Unit
  readonly multiples: ReadonlyArray<Multiple>
}

/** One small chart each, all on the same scale, so that their heights compare. The table has every figure. */
export const smallMultiples = ({ dates, multiples, period = "day", title, unit }: SmallMultiples): Html => {
  const { scale } = valueAxis(
    multiples.map(({ values }) => values),
    unit,
    { bottom: stretched.height, top: 0 }
  )
  const width = Math.max(1, dates.length) * stretched.width
  return html`<div class="multiples">${multiples.map(({ name, note, values }) => {
    const drawn = drawLine(values, scale)
    return html`<div><p class="row small"><b>${name}</b><span class="end soft">${note}</span></p><svg class="plot" height="56" viewBox="0 0 ${width} ${stretched.height}" preserveAspectRatio="none" aria-hidden="true"><path class="a1" d="${drawn.area}"/><path class="l1" d="${drawn.line}"/><line class="base" x1="0" x2="${width}" y1="${stretched.height}" y2="${stretched.height}"/></svg></div>`
  })}</div>${figuresTable(
    title,
    dates,
    multiples.map(({ name, values }) => ({ name, unit, values })),
    period
  )}`
}
