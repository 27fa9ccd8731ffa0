import { Effect } from "effect"
import { daysIn } from "../../contract/index.ts"
import { type Statement, statement } from "../../storage/index.ts"
import { type Sums, zeroSums } from "../amounts.ts"
import { statementRunners } from "../statement-runners.ts"
import type { Period } from "./period.ts"

/** A group's name (a slug or a day) with its sums. */
export interface Group extends Sums {
  readonly name: string
}

/** What to add up: of an organization or of one campaign, over a period. */
export interface FiguresQuery {
  readonly organization: number
  readonly campaign: number | null
  readonly period: Period
}

const counts = ["impressions", "clicks", "cost_micros", "conversions", "conversions_value"]

/** The sums of those days of a group that a condition holds for, as one value; zeros where there are none. */
export const sumsAsJson = (condition = "true"): string =>
  `json_build_object(${counts
    .map((count) => `'${count}', coalesce(sum(${count}) filter (where ${condition}), 0)`)
    .join(", ")})`

const sums = counts.map((count) => `sum(${count}) as ${count}`).join(", ")

/** All campaigns' days are a stretch of one index, one campaign's of another. */
interface ScopedStatements {
  readonly all: Statement
  readonly one: Statement
}
const scopedStatements = (text: (rows: string) => string): ScopedStatements => {
  const days = "campaign_days where organization_id = $1 and date between $2 and $3"
  return { all: statement(text(days)), one: statement(text(`${days} and campaign_id = $4`)) }
}

const byCampaign = scopedStatements(
  (rows) => `
select c.slug as name, f.* from (select campaign_id, ${sums} from ${rows} group by campaign_id) f
join campaigns c on c.organization_id = $1 and c.id = f.campaign_id
order by f.cost_micros desc, c.slug`
)
const byDay = scopedStatements((rows) => `select date as name, ${sums} from ${rows} group by date`)
const inTotal = scopedStatements((rows) => `select ${sums} from ${rows}`)

/** Every campaign's days, for those who look at them in more than one way. */
export const campaignDays = statement(`
select c.slug as campaign, d.date, d.impressions, d.clicks, d.cost_micros, d.conversions, d.conversions_value
from campaign_days d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
where d.organization_id = $1 and d.date between $2 and $3 order by d.date, c.slug`)

/** Adding up more days than these may take long. */
const maxDaysOnSharedConnection = 62

/** Adds up the days of campaigns. */
export const performanceFigures = Effect.map(statementRunners, ({ apart, shared }) => {
  const runScoped = <Row extends object>(
    { all, one }: ScopedStatements,
    { campaign, organization, period }: FiguresQuery
  ) => {
    const { from, to } = period
    const run = daysIn(from, to) > maxDaysOnSharedConnection ? apart : shared
    return campaign === null
      ? run<Row>(all, [organization, from, to])
      : run<Row>(one, [organization, from, to, campaign])
  }
  return {
    byCampaign: (query: FiguresQuery) => runScoped<Group>(byCampaign, query),
    byDay: (query: FiguresQuery) => runScoped<Group>(byDay, query),
    /** Of days without any data all sums are null. */
    inTotal: (query: FiguresQuery) =>
      Effect.map(runScoped<Sums | Record<keyof Sums, null>>(inTotal, query), ([row]) =>
        row === undefined || row.clicks === null ? zeroSums : row
      )
  }
})
