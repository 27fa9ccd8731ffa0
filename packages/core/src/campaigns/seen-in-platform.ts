import type { StoredCampaign } from "./stored-campaign.ts"

/*
 * A campaign as the platform was last seen to have it. `state` and `budget` are what was asked for: a pause that has not
 * arrived stops nothing. What is unknown there is taken from here.
 */

/** SQL: whether the platform was last seen to run a campaign. */
export const runsSql = (campaign: string): string =>
  `coalesce(${campaign}.platform_state, ${campaign}.state) = 'live'`

/** SQL: the state of a campaign there. A draft that is paused there stays a draft, and an error an error. */
export const seenStateSql = (campaign: string): string =>
  `case when ${campaign}.state = 'error' or ${campaign}.platform_state is null
    or ${campaign}.state = 'draft' and ${campaign}.platform_state = 'paused'
  then ${campaign}.state else ${campaign}.platform_state end`

/** SQL: the daily budget of a campaign there. Ours are whole units, so fractions of it are no difference. */
export const seenBudgetSql = (campaign: string): string =>
  `case when ceil(${campaign}.platform_budget) <> coalesce(${campaign}.budget, 0)
  then ${campaign}.platform_budget else coalesce(${campaign}.budget, 0) end`

/** The state of a campaign there, as `seenStateSql` computes it. */
export const seenState = ({
  platform_state,
  state
}: {
  readonly state: StoredCampaign["state"]
  readonly platform_state?: "live" | "paused" | null | undefined
}): StoredCampaign["state"] =>
  state === "error" || platform_state == null || (state === "draft" && platform_state === "paused")
    ? state
    : platform_state

/** The daily budget of a campaign there, as `seenBudgetSql` computes it. */
export const seenBudget = ({
  budget,
  platform_budget
}: {
  readonly budget: number
  readonly platform_budget?: number | null | undefined
}): number => (platform_budget == null || Math.ceil(platform_budget) === budget ? budget : platform_budget)
