import { amountOf, costPerConversion, microsPerUnit, roundConversions, roundTo } from "../../amounts.ts"
import { moneyFormatter, pluralize } from "../../markdown.ts"
import { type DetectorDefinition, noFindings, numberField } from "../definition.ts"
import { type CampaignView, servedWithin, tcpaCutoffs } from "../view.ts"

/** Rounds an amount to the currency's smallest unit. */
const inUnits = (amount: number, { currencyUnit }: CampaignView): number =>
  roundTo(Math.round(amount / currencyUnit) * currencyUnit, 2)

interface Suggestion {
  readonly to: number
  readonly direction: "set" | "lower" | "raise"
}

/** Suggests a target CPA. An unreachable target stops the campaign; one that is too high makes it overpay. */
const suggest = (view: CampaignView, actual: number, days: number): Suggestion | null => {
  const current = view.targetCpa
  if (current === null) return { to: inUnits(actual, view), direction: "set" }
  if (actual <= tcpaCutoffs.better * current) {
    return {
      to: inUnits(Math.max(tcpaCutoffs.aboveActual * actual, tcpaCutoffs.lowest * current), view),
      direction: "lower"
    }
  }
  const spent = view.window.cost_micros / microsPerUnit
  const isUnderspending = spent < tcpaCutoffs.maxSpent * view.budget * servedWithin(view, days)
  return actual >= tcpaCutoffs.worse * current && isUnderspending
    ? { to: inUnits(tcpaCutoffs.highest * current, view), direction: "raise" }
    : null
}

/** Checks the target CPA against the actual cost per conversion. */
export const tcpa: DetectorDefinition<"tcpa"> = {
  windowOption: "period_days",
  needsServedDays: true,
  reads: [],
  stops: null,
  detect: (view, { period_days }) => {
    const { currency, targetCpa, window } = view
    const money = moneyFormatter(currency)
    const micros = costPerConversion(window)
    if (!view.takesTargetCpa || view.type === "brand") return noFindings
    if (micros === null || micros === 0 || window.conversions < tcpaCutoffs.minConversions) return noFindings
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
          ? `Set a target CPA of ${money(to)}, what a conversion cost in ${pluralize(period_days, "day")}`
          : `${direction === "lower" ? "Lower" : "Raise"} the target CPA from ${money(targetCpa)} to ${money(to)}: conversions cost ${money(amountOf(micros))} in ${pluralize(period_days, "day")}`
    }
  },
  explainNoFindings: ({ currency, takesTargetCpa, targetCpa, type, window }, { period_days }) => {
    if (type === "brand")
      return "A brand campaign needs no target CPA: its searches are for the business itself."
    if (!takesTargetCpa) return "The campaign's bidding takes no target CPA on the campaign itself."
    const actual = costPerConversion(window)
    const money = moneyFormatter(currency)
    return actual === null || window.conversions < tcpaCutoffs.minConversions
      ? `The campaign had ${pluralize(window.conversions, "conversion")} in ${pluralize(period_days, "day")}; ${tcpaCutoffs.minConversions} are needed.`
      : `The target CPA of ${money(targetCpa ?? 0)} fits the actual CPA of ${money(amountOf(actual))}.`
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
