import type { PendingRecommendation } from "@adwarden/core"
import { rangeBar } from "../../charts/index.ts"
import { type Html, html } from "../../kit/html.ts"
import { money } from "../../parts/index.ts"

/* What speaks for a recommendation, as a bar and in words. */

type Range = NonNullable<PendingRecommendation["range"]>

/** The range of the true value beside what it is compared with. `end` is that of the axis that several share. */
export const rangeOfEvidence = (range: Range, currency: string, end = 0): Html => {
  const format = (value: number): string =>
    range.measure === "cpa" ? money(value, currency) : `${(value * 100).toFixed(1)}%`
  return rangeBar({
    label: range.sentence,
    low: range.low,
    high: range.high,
    point: range.best,
    format,
    ...(range.measure === "cpa" && end > range.low ? { end } : {}),
    ...(range.reference === null
      ? {}
      : {
          reference: { value: range.reference, label: `${range.of} ${format(range.reference)}` }
        })
  })
}

/** How sure the evidence is: by the chance that luck explains it. */
const levels = [
  { from: 0.99, words: "Very sure", dots: 3 },
  { from: 0.95, words: "Sure", dots: 2 },
  { from: 0.8, words: "Likely", dots: 1 },
  { from: 0, words: "Not sure", dots: 0 }
] as const

export const certainty = (range: Range | null): Html | null => {
  if (range === null || range.certainty === null) return null
  const sure = range.certainty
  const { dots, words } = levels.find(({ from }) => sure >= from)!
  return html`<span class="small soft sure">${[1, 2, 3].map((dot) => html`<i${dot <= dots ? html` class="y"` : null}></i>`)}<span>${words}</span></span>`
}
