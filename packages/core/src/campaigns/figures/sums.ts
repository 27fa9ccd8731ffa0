import { bindStatement, statement } from "../../storage/index.ts"

/* Figures of days and their sums, as statements over the tables of days compute them. */

/** The figures of a day, as the columns of all tables of days. Money is in micros. */
export const figureNames = [
  "impressions",
  "clicks",
  "cost_micros",
  "conversions",
  "conversions_value"
] as const
/** Sums over some days. */
export type Sums = Readonly<Record<(typeof figureNames)[number], number>>

export const zeroSums: Sums = {
  impressions: 0,
  clicks: 0,
  cost_micros: 0,
  conversions: 0,
  conversions_value: 0
}

/** SQL: the sums of a group's days that meet a condition, as one value; zeros without such days. */
export const sumsAsJson = (condition = "true"): string =>
  `json_build_object(${figureNames
    .map((count) => `'${count}', coalesce(sum(${count}) filter (where ${condition}), 0)`)
    .join(", ")})`

/*
 * A day on which a campaign did not serve (paused, not launched, without budget) is no evidence about its
 * budget, target or keywords. All rules that use days share this condition on a row of `campaign_days`.
 */
export const servedDayCondition = "impressions > 0"
export const hasServed = ({ impressions }: Pick<Sums, "impressions">): boolean => impressions > 0

/** SQL: the last day of the windows of the organization $1, even without data. */
export const lastWindowDay =
  "(select coalesce(max(date), current_date - 1) as latest from campaign_days where organization_id = $1)"

/** The first and the latest day for which an organization has data; null without data. */
export interface DataDays {
  readonly first: string | null
  readonly latest: string | null
}

const dataDays = statement(
  "select min(date) as first, max(date) as latest from campaign_days where organization_id = $1"
)

export const readDataDays = (organization: number) => bindStatement<DataDays>(dataDays, [organization])
