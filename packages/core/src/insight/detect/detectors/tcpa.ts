import { chanceOfCount } from "../../../statistics.ts"
import { amountOf, costPerConversion, microsPerUnit, roundConversions, roundTo } from "../../amounts.ts"
import { moneyFormatter, pluralize, shortMoneyFormatter } from "../../markdown.ts"
import { type DetectorDefinition, noFindings, numberField } from "../definition.ts"
import { cpaInterval, describeCpa } from "../intervals.ts"
import { type CampaignView, describeDays, servedWithin, tcpaCutoffs } from "../view.ts"

/** Rounds an amount to the currency's smallest unit. */
const inUnits = (amount: number, { currencyUnit }: CampaignView): number =>
  roundTo(Math.round(amount / currencyUnit) * currencyUnit, 2)

/** The figures that a target is judged by: the requested days without the last, whose conversions may still come. */
const judgedInterval = ({ settled }: CampaignView) => cpaInterval(settled, tcpaCutoffs.confidence)

interface Suggestion {
  readonly to: number
  readonly direction: "set" | "lower" | "raise"
}

/** Suggests a target CPA. An unreachable target stops the campaign; one that is too high makes it overpay. */
const suggest = (view: CampaignView, actual: number, days: number): Suggestion | null => {
  const current = view.targetCpa
  if (current === null) return { to: inUnits(actual, view), direction: "set" }
  const { high, low } = judgedInterval(view)
  const target = current * microsPerUnit
  if (actual <= tcpaCutoffs.better * current && high < target) {
    return {
      to: inUnits(Math.max(tcpaCutoffs.aboveActual * actual, tcpaCutoffs.lowest * current), view),
      direction: "lower"
    }
  }
  const spent = view.window.cost_micros / microsPerUnit
  const isUnderspending = spent < tcpaCutoffs.maxSpent * view.budget * servedWithin(view, days)
  return actual >= tcpaCutoffs.worse * current && low > target && isUnderspending
    ? { to: inUnits(tcpaCutoffs.highest * current, view), direction: "raise" }
    : null
}

/** Checks the target CPA against the actual cost per conversion. */
export const tcpa: DetectorDefinition<"tcpa"> = {
  strength: 9,
  windowOption: "period_days",
  needsServedDays: true,
  reads: [],
  stops: null,
  detect: (view, { period_days }) => {
    const { currency, settled, targetCpa } = view
    const money = moneyFormatter(currency)
    const micros = costPerConversion(settled)
    if (!view.takesTargetCpa || view.type === "brand") return noFindings
    if (micros === null || micros === 0 || settled.conversions < tcpaCutoffs.minConversions) return noFindings
    const suggested = suggest(view, micros / microsPerUnit, period_days)
    if (suggested === null || suggested.to === targetCpa) return noFindings
    const { direction, to } = suggested
    return {
      findings: [
        {
          fields: {
            current_target: targetCpa,
            actual_cpa: amountOf(micros),
            conversions: roundConversions(settled.conversions),
            suggested_target: to,
            direction,
            reason: `${describeCpa(settled, judgedInterval(view), currency)}; ${targetCpa === null ? "there is no target" : `the target is ${shortMoneyFormatter(currency)(targetCpa)}`}.`
          },
          operation: { op: "set_target_cpa", from: targetCpa, to }
        }
      ],
      evidence: {
        measure: "cpa",
        reference: targetCpa,
        of: "target",
        confidence: tcpaCutoffs.confidence,
        items: [
          {
            text: null,
            ...settled,
            chance:
              targetCpa === null
                ? 1
                : chanceOfCount(settled.conversions, settled.cost_micros / (targetCpa * microsPerUnit))
          }
        ]
      },
      summary:
        targetCpa === null
          ? `Set a target CPA of ${money(to)}, what a conversion cost in ${pluralize(period_days, "day")}`
          : `${direction === "lower" ? "Lower" : "Raise"} the target CPA from ${money(targetCpa)} to ${money(to)}: conversions cost ${money(amountOf(micros))} in ${pluralize(period_days, "day")}`
    }
  },
  explainNoFindings: (view, { period_days }) => {
    const { currency, settled, takesTargetCpa, targetCpa, type } = view
    if (type === "brand")
      return "A brand campaign needs no target CPA: its searches are for the business itself."
    if (!takesTargetCpa) return "The campaign's bidding takes no target CPA on the campaign itself."
    const money = moneyFormatter(currency)
    return settled.conversions < tcpaCutoffs.minConversions
      ? `The campaign had ${pluralize(Math.floor(settled.conversions), "conversion")} in ${describeDays(period_days, view)}; ${tcpaCutoffs.minConversions} are needed.`
      : `The target CPA of ${money(targetCpa ?? 0)} fits: ${describeCpa(settled, judgedInterval(view), currency)}.`
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
