import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import type { DataDays, Sums } from "./sums.ts"

/*
 * Figures for dashboard pages. The period is part of the statement, because it may end on the latest day with data:
 * a page then needs no earlier query for that day.
 */

/** The days of a page: from one day to another, or a number of days up to the latest with data. */
export type RequestedDays =
  | { readonly from: string; readonly to: string }
  | { readonly days: number; readonly from?: never; readonly to?: never }

/** SQL: the period as `p`, with the first and the latest day with data. $2 to $4 are the first day, the last day and their number. */
export const periodSql = `
with l as (select min(date) as first, max(date) as latest from campaign_days where organization_id = $1),
e as (select first, latest, coalesce($3::date, latest, current_date - 1) as until from l),
p as (select first, latest, until, coalesce($2::date, until - $4::int + 1) as since from e)`

/**
 * SQL: the first of the days before the period that it is compared with: as many as the period has days up to the
 * latest with data.
 */
export const startSql = "p.since - (least(p.until, p.latest) - p.since + 1)"

/** The values of the parameters of a period. */
export const periodValues = (requested: RequestedDays): ReadonlyArray<unknown> => [
  requested.from ?? null,
  requested.to ?? null,
  "days" in requested ? requested.days : null
]

/** The figures of a day that pages show. The value of conversions is not among them: adding it up takes long. */
const shownFigures = ["impressions", "clicks", "cost_micros", "conversions"] as const

/** The sums of a day, with the period; a single row without a date if the period has no figures. */
export interface PeriodDay extends Pick<Sums, (typeof shownFigures)[number]>, DataDays {
  readonly since: string
  readonly until: string
  readonly date: string | null
}

const daysOf = (columns: string, table: string, condition = ""): Statement =>
  statement(`${periodSql}
select p.first, p.latest, p.since, p.until, d.* from p left join lateral (
  select date, ${columns} from ${table}
  where organization_id = $1${condition} and date between ${startSql} and p.until
) d on true order by d.date`)

const ofOrganization = daysOf(shownFigures.join(", "), "organization_days")
const ofCampaign = daysOf(
  shownFigures.join(", "),
  "campaign_days",
  " and campaign_id = (select id from campaigns where organization_id = $1 and slug = $5)"
)

/** Reads the days of a period and of as many days before, of all campaigns or of one. */
export const readPeriodDays = (organization: number, requested: RequestedDays, campaign: string | null) =>
  campaign === null
    ? bindStatement<PeriodDay>(ofOrganization, [organization, ...periodValues(requested)])
    : bindStatement<PeriodDay>(ofCampaign, [organization, ...periodValues(requested), campaign])
