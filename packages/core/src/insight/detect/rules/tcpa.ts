import { amountOf, conversionsOf, rounded } from "../../amounts.ts"
import { costPerConversion, target } from "../cut-offs.ts"
import { finding, noSaving, nothingFound, type Rule } from "../detection.ts"
import { type CampaignView, servedWithin } from "../view.ts"

const cents = (amount: number): number => rounded(amount, 2)

interface Suggestion {
  readonly to: number
  readonly direction: "set" | "lower" | "raise"
}

/** A target that nothing reaches stops the campaign; one that is far too easy lets it pay too much. */
const suggest = (view: CampaignView, actual: number, days: number): Suggestion | null => {
  const current = view.targetCpa
  if (current === null) return { to: cents(actual), direction: "set" }
  if (actual <= target.better * current) {
    return { to: cents(Math.max(target.above * actual, target.lowest * current)), direction: "lower" }
  }
  const spent = view.window.cost_micros / 1_000_000
  const isShort = spent < target.spent * view.budget * servedWithin(view, days)
  return actual >= target.worse * current && isShort
    ? { to: cents(target.highest * current), direction: "raise" }
    : null
}

/** Whether the target cost per conversion fits what conversions really cost. */
export const tcpa: Rule<"tcpa"> = (view, { period_days }) => {
  const { conversions } = view.window
  const micros = costPerConversion(view.window)
  if (micros === null || micros === 0 || conversions < target.conversions) return nothingFound
  const actual = micros / 1_000_000
  const suggested = suggest(view, actual, period_days)
  if (suggested === null || suggested.to === view.targetCpa) return nothingFound
  return {
    findings: [
      finding({
        current_target: view.targetCpa,
        actual_cpa: amountOf(micros),
        conversions: conversionsOf(conversions),
        suggested_target: suggested.to,
        direction: suggested.direction
      })
    ],
    operations: [{ op: "set_target_cpa", from: view.targetCpa, to: suggested.to }],
    ...noSaving,
    summary:
      view.targetCpa === null
        ? `Set a target CPA of ${suggested.to}, what a conversion costs today`
        : `${suggested.direction === "lower" ? "Lower" : "Raise"} the target CPA from ${view.targetCpa} to ${suggested.to}: conversions cost ${amountOf(micros)}`
  }
}
