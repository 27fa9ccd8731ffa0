import type { Sums } from "../amounts.ts"

/*
 * A day on which a campaign did not serve (paused, not launched yet, without money) is no evidence about its budget, its
 * target or its keywords. One rule for all who judge by days.
 */

/** The condition on a row of `campaign_days`. */
export const servedDay = "impressions > 0"

export const served = ({ impressions }: Pick<Sums, "impressions">): boolean => impressions > 0
