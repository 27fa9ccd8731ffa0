import { type Html, html } from "../kit/html.ts"
import type { Values } from "./scales.ts"
import { shortDay, type Unit } from "./units.ts"

export interface FigureColumn {
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
