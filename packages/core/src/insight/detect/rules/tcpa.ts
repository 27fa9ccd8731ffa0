import { amountOf, roundConversions, roundTo } from "../../amounts.ts"
import { type DetectorRule, emptyDetection, makeFinding, noSaving } from "../detection.ts"
import { costPerConversion, targetCpaThresholds } from "../thresholds.ts"
import { type CampaignView, servedWithin } from "../view.ts"

const cents = (amount: number): number => roundTo(amount, 2)

interface Suggestion {
  readonly to: number
  readonly direction: "set" | "lower" | "raise"
}

/** Suggests a target CPA. An unreachable target stops the campaign; one that is too high makes it overpay. */
const suggest = (view: CampaignView, actual: number, days: number): Suggestion | null => {
  const current = view.targetCpa
  if (current === null) return { to: cents(actual), direction: "set" }
  if (actual <= targetCpaThresholds.better * current) {
    return {
      to: cents(Math.max(targetCpaThresholds.above * actual, targetCpaThresholds.lowest * current)),
      direction: "lower"
    }
  }
  const spent = view.window.cost_micros / 1_000_000
  const isUnderspending = spent < targetCpaThresholds.spent * view.budget * servedWithin(view, days)
  return actual >= targetCpaThresholds.worse * current && isUnderspending
    ? { to: cents(targetCpaThresholds.highest * current), direction: "raise" }
    : null
}

/** Checks the target CPA against the actual cost per conversion. */
export const tcpa: DetectorRule<"tcpa"> = (view, { period_days }) => {
  const { conversions } = view.window
  const micros = costPerConversion(view.window)
  if (micros === null || micros === 0 || conversions < targetCpaThresholds.conversions) return emptyDetection
  const actual = micros / 1_000_000
  const suggested = suggest(view, actual, period_days)
  if (suggested === null || suggested.to === view.targetCpa) return emptyDetection
  return {
    findings: [
      makeFinding({
        current_target: view.targetCpa,
        actual_cpa: amountOf(micros),
        conversions: roundConversions(conversions),
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
