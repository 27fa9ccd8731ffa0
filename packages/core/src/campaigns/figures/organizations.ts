import { bindStatement, statement } from "../../storage/index.ts"

/* The figures of several organizations side by side, each up to its own latest day. */

/** Sums of some days. Money is in micros. */
export interface ComparableSums {
  readonly cost_micros: number
  readonly conversions: number
}

export interface OrganizationFigures {
  readonly organization: number
  /** The latest day with data. */
  readonly latest: string
  readonly now: ComparableSums
  /** As many days before; null if some of them are before the first day with data. */
  readonly before: ComparableSums | null
  /** The conversions of each of the last 28 days with data, oldest first. */
  readonly trend: ReadonlyArray<number>
}

const sums = (condition: string): string =>
  `json_build_object('cost_micros', coalesce(sum(cost_micros) filter (where ${condition}), 0),
    'conversions', coalesce(sum(conversions) filter (where ${condition}), 0))`

const figures = statement(`
with l as (
  select organization_id, min(date) as first, max(date) as latest from organization_days
  where organization_id = any($1::bigint[]) group by organization_id
)
select d.organization_id as organization, latest, ${sums("date > latest - $2::int")} as now,
  case when first <= latest - 2 * $2::int + 1 then ${sums("date <= latest - $2::int and date > latest - 2 * $2::int")} end as before,
  coalesce(json_agg(conversions order by date) filter (where date > latest - 28), '[]') as trend
from l join organization_days d on d.organization_id = l.organization_id
  and date > latest - greatest(2 * $2::int, 28) and d.organization_id = any($1::bigint[])
group by d.organization_id, first, latest`)

/** Reads the figures of some organizations over a number of days; organizations without data have no row. */
export const readOrganizationFigures = (organizations: ReadonlyArray<number>, days: number) =>
  bindStatement<OrganizationFigures>(figures, [organizations, days])
