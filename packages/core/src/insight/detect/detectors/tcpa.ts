import { amountOf, costPerConversion, microsPerUnit, roundConversions, roundTo } from "../../amounts.ts"
import { pluralize } from "../../markdown/text.ts"
import { type DetectorDefinition, noFindings } from "../definition.ts"
import { numberField } from "../describe-findings.ts"
import { type CampaignView, servedWithin } from "../view.ts"

const thresholds = {
  conversions: 15,
  better: 0.85,
  worse: 1.2,
  spent: 0.8,
  above: 1.1,
  lowest: 0.8,
  highest: 1.2
} as const

const cents = (amount: number): number => roundTo(amount, 2)

interface Suggestion {
  readonly to: number
  readonly direction: "set" | "lower" | "raise"
}

/** Suggests a target CPA. An unreachable target stops the campaign; one that is too high makes it overpay. */
const suggest = (view: CampaignView, actual: number, days: number): Suggestion | null => {
  const current = view.targetCpa
  if (current === null) return { to: cents(actual), direction: "set" }
  if (actual <= thresholds.better * current) {
    return {
      to: cents(Math.max(thresholds.above * actual, thresholds.lowest * current)),
      direction: "lower"
    }
  }
  const spent = view.window.cost_micros / microsPerUnit
  const isUnderspending = spent < thresholds.spent * view.budget * servedWithin(view, days)
  return actual >= thresholds.worse * current && isUnderspending
    ? { to: cents(thresholds.highest * current), direction: "raise" }
    : null
}

/** Checks the target CPA against the actual cost per conversion. */
export const tcpa: DetectorDefinition<"tcpa"> = {
  windowOption: "period_days",
  needsServedDays: true,
  stops: null,
  detect: (view, { period_days }) => {
    const { targetCpa, window } = view
    const micros = costPerConversion(window)
    if (micros === null || micros === 0 || window.conversions < thresholds.conversions) return noFindings
    const suggested = suggest(view, micros / microsPerUnit, period_days)
    if (suggested === null || suggested.to === targetCpa) return noFindings
    const { direction, to } = suggested
    return {
      findings: [
        {
          fields: {
            current_target: targetCpa,
            actual_cpa: amountOf(micros),
            conversions: roundConversions(window.conversions),
            suggested_target: to,
            direction
          },
          operation: { op: "set_target_cpa", from: targetCpa, to }
        }
      ],
      summary:
        targetCpa === null
          ? `Set a target CPA of ${to}, what a conversion costs today`
          : `${direction === "lower" ? "Lower" : "Raise"} the target CPA from ${targetCpa} to ${to}: conversions cost ${amountOf(micros)}`
    }
  },
  explainNoFindings: ({ targetCpa, window }, { period_days }) => {
    const actual = costPerConversion(window)
    return actual === null || window.conversions < thresholds.conversions
      ? `The campaign had ${pluralize(window.conversions, "conversion")} in ${pluralize(period_days, "day")}; ${thresholds.conversions} are needed.`
      : `The target CPA of ${targetCpa} fits the actual CPA of ${amountOf(actual)}.`
  },
  // It comes last among the steps that use the budget better, because earlier steps change its basis.
  step: {
    goal: "grow",
    rank: 4,
    title: (n) => `Set what a conversion may cost in ${pluralize(n, "campaign")}`,
    why: "The platform bids towards this target. Do it after the steps above: they change what a conversion costs.",
    line: ({ examples: [fields] }, money) => {
      const from = fields?.["current_target"]
      const to = money(numberField(fields, "suggested_target"))
      const targetChange =
        from == null ? `a target of ${to}, where there is none` : `from ${money(Number(from))} to ${to}`
      return `${targetChange}; ${pluralize(numberField(fields, "conversions"), "conversion")} cost ${money(numberField(fields, "actual_cpa"))} each`
    },
    effect: "bids that follow what conversions really cost"
  }
}
