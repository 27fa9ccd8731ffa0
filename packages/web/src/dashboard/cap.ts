import { billedDays, type CapFigures, capUse, committedMonthly, daysInCap } from "@adwarden/core"
import { type Content, type Html, html } from "../kit/html.ts"
import { type Figure, meter, money } from "../parts/index.ts"

/** How much of a cap budgets commit, as a bar. */
export const capMeter = (committed: number, cap: number): NonNullable<Figure["meter"]> => ({
  share: cap === 0 ? 1 : committed / cap,
  mark: null,
  label: `Budgets commit ${Math.round((committed / Math.max(1, cap)) * 100)} percent of the cap`,
  use: capUse(committed, cap)
})

/** What the colour of the bar says, in words; null as long as enough is left. */
export const capWarning = (committed: number, cap: number, currency: string): Html | null => {
  switch (capUse(committed, cap)) {
    case "over":
      return html`<span class="bad">${money(committed - cap, currency)} over the cap</span>`
    case "near":
      return html`<span class="warn">${money(cap - committed, currency)} of the cap left</span>`
    default:
      return null
  }
}

interface UnderCap {
  readonly currency: string
  readonly adPlatform: string
  /** The daily budgets of all campaigns, as the ad platform has them. */
  readonly allBudgets: number
  /** Whether the page shows only some campaigns. */
  readonly filtered: boolean
}

/** What counts under the cap and how it is added up, below a table of budgets. */
export const underCap = (
  { cap, daily, totals, waiting }: CapFigures,
  { adPlatform, allBudgets, currency, filtered }: UnderCap
): Html => {
  const amount = (value: number) => money(value, currency)
  const committed = committedMonthly({ daily, totals })
  const warning = cap === null ? null : capWarning(committed, cap, currency)
  const over = cap !== null && committed > cap
  const sentences: ReadonlyArray<Content> = [
    ...(warning === null ? [] : [html`${warning}.`]),
    ...(over ? ["No budget can be raised and no campaign launched until they fit."] : []),
    `${amount(daily)} a day × ${daysInCap} = ${amount(daily * daysInCap)}${totals === 0 ? "" : ", plus all that is left of total budgets"}.`,
    ...(waiting > 0 ? [`Of that, ${amount(waiting)} a day waits for approval.`] : []),
    ...(daily - waiting === allBudgets
      ? []
      : [`Where a budget differs from that in ${adPlatform}, the larger one counts.`]),
    `${filtered ? "All campaigns count, not only those listed: paused" : "Paused"} campaigns and drafts count, because they can go live.`,
    `Google can bill up to ${billedDays} daily budgets in a calendar month.`
  ]
  return html`<div class="foot under-cap"><div>${
    cap === null
      ? html`<b>Budgets commit ${amount(committed)}</b> in ${daysInCap} days, without a cap`
      : html`<b>Counts under the cap: ${amount(committed)}</b> of ${amount(cap)}${meter(capMeter(committed, cap))}`
  }</div><p>${sentences.map((sentence, n) => html`${n === 0 ? "" : " "}${sentence}`)}</p></div>`
}
