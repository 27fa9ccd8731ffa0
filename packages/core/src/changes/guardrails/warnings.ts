import type { WarningCode } from "../../contract/index.ts"
import { quoteAmount, quoteList } from "../../log/sentence.ts"
import { type BudgetMove, perCallRange } from "./money.ts"

/** A warning with a code, for which an organization can require a preview. */
export interface CodedWarning {
  readonly code: WarningCode
  readonly text: string
}

/** The traffic of its campaign that an edit would stop. */
export interface TrafficLoss {
  /** The share of the last 30 days' conversions, from 0 to 1. */
  readonly conversions: number
  /** The enabled keywords that would no longer show. */
  readonly keywords: ReadonlyArray<string>
}

/** Whether a budget rises. A first budget has nothing to be measured by. */
export const isRaise = ({ from, to }: Pick<BudgetMove, "from" | "to">): boolean =>
  (from ?? 0) > 0 && (to ?? 0) > (from ?? 0)

/** From this share on, lost conversions count. */
const countedLoss = 0.1

/**
 * Returns the warnings about the traffic that all edits of one campaign would stop together. `campaign` is its slug
 * where a write changes several.
 */
export const lossWarnings = (
  losses: ReadonlyArray<TrafficLoss>,
  campaign: string | null = null
): ReadonlyArray<CodedWarning> => {
  const of = campaign === null ? "" : `${campaign}: `
  // Shares have four decimals.
  const conversions = Math.round(losses.reduce((sum, loss) => sum + loss.conversions, 0) * 10_000) / 10_000
  const keywords = [...new Set(losses.flatMap((loss) => loss.keywords))]
  return [
    ...(conversions >= countedLoss
      ? [
          {
            code: "conversions_lost" as const,
            text: `${of}${Math.min(100, Math.round(conversions * 100))} percent of the last 30 days' conversions came from searches that this would stop.`
          }
        ]
      : []),
    ...(keywords.length > 0
      ? [
          {
            code: "keywords_blocked" as const,
            text: `${of}Enabled keywords would be blocked: ${quoteList(keywords)}.`
          }
        ]
      : [])
  ]
}

/**
 * Returns the warning about a raise that continues earlier raises of the same credential within 24 hours. All of them
 * together are measured from the budget before the first.
 */
export const raiseWarning = (
  { launched, to }: Pick<BudgetMove, "launched" | "to">,
  before: number,
  { changeLimitPercent, currency }: { readonly changeLimitPercent: number; readonly currency: string }
): CodedWarning | null => {
  const range = perCallRange({ from: before, launched }, changeLimitPercent)
  if (range === null || (to ?? 0) <= range.max) return null
  const [first, now] = [before, to ?? 0].map((amount) => quoteAmount(amount, currency))
  return {
    code: "raised_repeatedly",
    text: `The same credential would have raised the daily budget from ${first} to ${now} within 24 hours. One call may raise it by ${changeLimitPercent} percent at most.`
  }
}
