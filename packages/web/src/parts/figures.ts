import { type Content, type Html, html } from "../kit/html.ts"
import { icon } from "./icons.ts"

export interface Figure {
  readonly label: string
  /** Null if it cannot exist yet. */
  readonly value: Content
  readonly of?: Content
  /** The comparison, the period, or how it was counted. */
  readonly note?: Content
  /** A bar with the share that is used, from 0 to 1, and a tick for what is committed. */
  readonly meter?: { readonly share: number; readonly mark: number | null; readonly label: string }
}

const percent = (share: number): string => `${Math.min(100, Math.max(0, share * 100)).toFixed(1)}%`

/** Used and committed shares of a cap. */
export const meter = ({ label, mark, share }: NonNullable<Figure["meter"]>): Html =>
  html`<svg class="meter" height="14" role="img" aria-label="${label}"><rect class="ground" y="3" width="100%" height="8" rx="4"/><rect class="fill" y="3" width="${percent(share)}" height="8" rx="4"/>${
    mark === null
      ? null
      : html`<line class="mark" x1="${percent(mark)}" x2="${percent(mark)}" y1="0" y2="14"/>`
  }</svg>`

/** Key figures side by side: label, value, change, what it was. */
export const figures = (list: ReadonlyArray<Figure>): Html =>
  html`<dl class="card figures${list.some((one) => one.meter !== undefined) ? "" : " even"}">${list.map(
    ({ label, meter: bar, note, of, value }) =>
      html`<div${bar === undefined ? null : html` class="wide"`}><dt>${label}</dt><dd class="is">${value ?? "–"}${of === undefined ? null : html` <span class="of">${of}</span>`}</dd>${
        bar === undefined && note === undefined
          ? null
          : html`<dd class="was">${bar === undefined ? null : meter(bar)}${note ?? null}</dd>`
      }</div>`
  )}</dl>`

/** Work in progress, with words for what is being done. */
export const progress = (title: string, done: number, stage: string): Html =>
  html`<div><p class="row small"><b>${title}</b><span class="end soft">${stage}, ${done}%</span></p><progress value="${done}" max="100" aria-label="${title}, ${done} percent"></progress></div>`

export interface Difference {
  readonly name: string
  readonly from: string
  readonly to: string
  /** The step between them: `a day, +15%`. */
  readonly step?: string
}

/** Old and new values. A single one is shown large. */
export const diff = (list: ReadonlyArray<Difference>): Html => {
  const big = list.length === 1
  return html`<dl class="diff${big ? " big" : ""}">${list.map(
    ({ from, name, step, to }) =>
      html`<div><dt${big ? html` class="sr"` : null}>${name}</dt><dd class="from"><span class="sr">from </span>${from}</dd><dd aria-hidden="true">${icon("right")}</dd><dd class="to"><span class="sr">to </span>${to}${big || step === undefined ? null : html` <span class="small soft">${step}</span>`}</dd>${big ? html`<dd class="soft">${step ?? ""}</dd>` : null}</div>`
  )}</dl>`
}
