import { Schema } from "effect"
import type { BillingProblem, DeliveryObstacle } from "../platform/model.ts"
import { storedColumn } from "../storage/stored-json.ts"
import type { SpendDirection } from "./usual-spend.ts"

/* Why a campaign is not shown, or spends more or less than usual, as far as it can be read. */

const Change = Schema.Struct({
  kind: Schema.Literal("change"),
  where: Schema.Literal("here", "outside"),
  at: Schema.String,
  /** Who made it in the platform. The log of actions says who made one here, and forgets deleted people. */
  by: Schema.NullOr(Schema.String),
  /** The daily budget before and after; absent if the change is about something else. */
  budget: Schema.optionalWith(Schema.Struct({ from: Schema.Number, to: Schema.Number }), { exact: true })
})

const Reason = Schema.Struct({
  /** When the platform was read. */
  read_at: Schema.String,
  /** Null if no reason is known. */
  reason: Schema.NullOr(
    Schema.Union(
      Schema.Struct({
        kind: Schema.Literal("billing"),
        problem: Schema.Literal("suspended", "closed", "no_billing")
      }),
      Schema.Struct({ kind: Schema.Literal("ads_disapproved") }),
      Schema.Struct({ kind: Schema.Literal("ended"), on: Schema.String }),
      Schema.Struct({ kind: Schema.Literal("total_used"), total: Schema.Number }),
      Change,
      /** In the platform's terms, as the end of a sentence. */
      Schema.Struct({ kind: Schema.Literal("obstacle"), text: Schema.String })
    )
  )
})
export type DeliveryReason = (typeof Reason.Type)["reason"]
export type ReadDeliveryReason = typeof Reason.Type
export const deliveryReasonColumn = storedColumn("campaign_signals.reason", Reason)

/** A change of a campaign, here or in the platform. */
export interface CampaignChange {
  readonly where: "here" | "outside"
  readonly at: string
  /** Its day in the account's time zone. */
  readonly day: string
  readonly by: string | null
  /** The daily budget before it; null if it changed something else. */
  readonly budget_from: number | null
}

/** What was read of a campaign. */
export interface ReasonFacts {
  /** The first day of what is to be explained. */
  readonly since: string
  readonly billing: BillingProblem | null
  /** Its enabled ads, and those of them that are disapproved. */
  readonly ads: number
  readonly disapproved: number
  readonly obstacle: DeliveryObstacle | null
  readonly ends_on: string | null
  readonly budget_total: number | null
  readonly budget_left: number | null
  /** The daily budget now. */
  readonly budget: number
  /** Its changes of the last weeks, oldest first. */
  readonly changes: ReadonlyArray<CampaignChange>
}

/** How many days before `since` a change may be its reason. */
const reasonDays = 3
/** What is left of a total budget that is used up: less than a click, or so. */
const usedUp = 0.01

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000

/** The budget's moves, each with what it became: what it was before the next one, or is now. */
const budgetMoves = ({ budget, changes }: Pick<ReasonFacts, "budget" | "changes">) => {
  const moved = changes.filter(({ budget_from }) => budget_from !== null)
  return moved.map((change, index) => ({
    change,
    from: change.budget_from!,
    to: moved[index + 1]?.budget_from ?? budget
  }))
}

const likelyChange = (facts: ReasonFacts, direction: SpendDirection): DeliveryReason => {
  const near = facts.changes.filter(({ day }) => {
    const before = dayNumber(facts.since) - dayNumber(day)
    return before >= 0 && before <= reasonDays
  })
  const move = budgetMoves(facts).findLast(
    ({ change, from, to }) => near.includes(change) && (direction === "above" ? to > from : to < from)
  )
  const found =
    move?.change ??
    near.findLast(({ budget_from, where }) => where === "outside" && budget_from === null) ??
    near.findLast(({ budget_from }) => budget_from === null)
  if (found === undefined) return null
  const { at, by, where } = found
  return {
    kind: "change",
    where,
    at,
    by,
    ...(move === undefined ? {} : { budget: { from: move.from, to: move.to } })
  }
}

/** The likely reason why a campaign is shown or spends less, or spends more, the most certain first; null if unknown. */
export const likelyReason = (facts: ReasonFacts, direction: SpendDirection): DeliveryReason => {
  const { ads, billing, budget_left, budget_total, disapproved, ends_on, obstacle, since } = facts
  if (direction === "above") return likelyChange(facts, direction)
  if (billing !== null) return { kind: "billing", problem: billing }
  if ((ads > 0 && disapproved === ads) || obstacle?.about === "ads") return { kind: "ads_disapproved" }
  if (ends_on !== null && ends_on <= since) return { kind: "ended", on: ends_on }
  if (budget_total !== null && budget_left !== null && budget_left <= budget_total * usedUp)
    return { kind: "total_used", total: budget_total }
  return (
    likelyChange(facts, direction) ?? (obstacle === null ? null : { kind: "obstacle", text: obstacle.text })
  )
}

/** How many times as high the daily budget is as before the first of its changes. */
const budgetRatio = ({ budget, changes }: Pick<ReasonFacts, "budget" | "changes">): number => {
  const from = changes.find(({ budget_from }) => budget_from !== null)?.budget_from ?? 0
  return from > 0 && budget > 0 ? budget / from : 1
}

/** Whether a changed budget explains spend that is outside its interval: it moved as far, in the same direction. */
export const budgetExplains = (
  facts: Pick<ReasonFacts, "budget" | "changes">,
  {
    cost,
    direction,
    usual
  }: {
    readonly cost: number
    readonly direction: SpendDirection
    readonly usual: { readonly low: number; readonly high: number }
  }
): boolean => {
  const ratio = budgetRatio(facts)
  return direction === "above"
    ? ratio > 1 && cost <= usual.high * ratio
    : ratio < 1 && cost >= usual.low * ratio
}
