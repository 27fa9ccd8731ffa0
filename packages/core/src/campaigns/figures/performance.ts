import { Effect } from "effect"
import { daysIn } from "../../contract/index.ts"
import type { DayRange } from "../../platform/model.ts"
import { bindStatement, type Statement, statement } from "../../storage/index.ts"
import { figureNames, type Sums, statementRunners, zeroSums } from "./sums.ts"

/** A group's name (a slug or a day) with its sums. */
export interface Group extends Sums {
  readonly name: string
}

/** The query: an organization or one campaign, over a period. */
interface FiguresQuery {
  readonly organization: number
  readonly campaign: number | null
  readonly period: DayRange
}

const sums = figureNames.map((count) => `sum(${count}) as ${count}`).join(", ")

/** One statement for all campaigns and one for a single campaign: each scans its own index. */
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

const campaignDays = statement(`
select c.slug as campaign, d.date, d.impressions, d.clicks, d.cost_micros, d.conversions, d.conversions_value
from campaign_days d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
where d.organization_id = $1 and d.date between $2 and $3 order by d.date, c.slug`)

/** One day of a campaign. */
export interface DayFigures extends Sums {
  readonly campaign: string
  readonly date: string
}

/** Reads the days of every campaign, for callers that aggregate them in several ways. */
export const readCampaignDays = (organization: number, from: string, to: string) =>
  bindStatement<DayFigures>(campaignDays, [organization, from, to])

/** Aggregating more days may take long. */
const maxDaysOnSharedConnection = 62

/** Aggregates the days of campaigns. */
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
    /** All sums are null for days without data. */
    inTotal: (query: FiguresQuery) =>
      Effect.map(runScoped<Sums | Record<keyof Sums, null>>(inTotal, query), ([row]) =>
        row === undefined || row.clicks === null ? zeroSums : row
      )
  }
})
