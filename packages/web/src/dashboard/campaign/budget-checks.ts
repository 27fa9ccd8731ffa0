import { perCallRange } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { type Check, type Difference, money } from "../../parts/index.ts"
import type { Preview } from "../change/previewed-change.ts"
import type { Campaign } from "./campaign-page.ts"

export type Organization = Output<"organizations.get">

/** What the daily budgets of all campaigns commit, before and after; null while the ad platform has another one. */
export const committedDifference = (
  { from, to }: { readonly from: number; readonly to: number },
  requested: number,
  { committed_monthly: committed, currency, max_spend: cap }: Organization,
  { sync }: Campaign
): Difference | null => {
  if (committed === undefined || sync === "pending" || sync === "failed" || sync === "conflict") return null
  const after = committed + 30 * (Math.max(to, requested) - Math.max(from, requested))
  return {
    name: "All budgets × 30",
    from: money(committed, currency),
    to: money(after, currency),
    step: cap === null ? "no cap" : `of ${money(cap, currency)} cap`
  }
}

/** How far one change can move the budget, and how much the cap leaves. */
export const budgetHint = (campaign: Campaign, organization: Organization, requested: number): string => {
  const { api_budget_change_limit_pct: percent, currency, room_daily: room } = organization
  const range = perCallRange({ from: campaign.budget, launched: campaign.state !== "draft" }, percent)
  const top = room == null ? null : Math.max(campaign.budget, requested) + room
  const step =
    range === null ? [] : [`${money(range.min, currency)} to ${money(range.max, currency)} in one step`]
  const fits =
    top === null || (range !== null && top >= range.max)
      ? []
      : [`up to ${money(top, currency)} a day fits under the cap`]
  const [first = "", ...rest] = [...step, ...fits]
  return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...rest].join("; ")
}

/** The limits of a budget, with the figures that decide. */
export const budgetChecks = (
  campaign: Campaign,
  preview: Pick<Preview<"campaigns.update">, "allowed_min" | "allowed_max_daily" | "monthly_cap">,
  organization: Organization
): ReadonlyArray<Check> => {
  const { currency } = organization
  const range = perCallRange(
    { from: campaign.budget, launched: campaign.state !== "draft" },
    organization.api_budget_change_limit_pct
  )
  const step: ReadonlyArray<Check> =
    range === null
      ? []
      : [
          {
            passes: preview.allowed_min === undefined,
            name: "One step",
            detail: `At most ${organization.api_budget_change_limit_pct}%: ${money(range.min, currency)} to ${money(range.max, currency)}`
          }
        ]
  const cap: ReadonlyArray<Check> =
    organization.max_spend === null
      ? []
      : [
          {
            passes: preview.monthly_cap === undefined,
            name: "Monthly cap",
            detail:
              preview.allowed_max_daily === undefined
                ? "All budgets and waiting raises fit"
                : `This campaign can have at most ${money(preview.allowed_max_daily, currency)} a day`
          }
        ]
  return [...step, ...cap]
}
