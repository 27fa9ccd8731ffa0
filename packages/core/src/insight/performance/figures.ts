import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { daysIn } from "../../contract/index.ts"
import { type Statement, Statements, statement } from "../../storage/index.ts"
import { noSums, type Sums } from "../amounts.ts"
import type { Period } from "./period.ts"

/** A group's name (a slug or a day) with its sums. */
export interface Group extends Sums {
  readonly name: string
}

const sums = `sum(impressions) as impressions, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
  sum(conversions) as conversions, sum(conversions_value) as conversions_value`

/** One campaign's days are a stretch of one index, those of all campaigns a stretch of another: two statements each. */
const both = (text: (rows: string) => string) => {
  const days = "campaign_days where organization_id = $1 and date between $2 and $3"
  return { all: statement(text(days)), one: statement(text(`${days} and campaign_id = $4`)) }
}

const statements = {
  campaign: both(
    (rows) => `
select c.slug as name, f.* from (select campaign_id, ${sums} from ${rows} group by campaign_id) f
join campaigns c on c.organization_id = $1 and c.id = f.campaign_id
order by f.cost_micros desc, c.slug`
  ),
  day: both((rows) => `select date as name, ${sums} from ${rows} group by date`),
  nothing: both((rows) => `select '' as name, ${sums} from ${rows}`)
}

/** Days beyond which adding up may take long: then it does not stand in the way of others on the shared connections. */
const quickDays = 62

/** What to add up: of an organization or of one campaign, over a period. */
export interface Asked {
  readonly organization: number
  readonly campaign: number | null
  readonly period: Period
}

const make = Effect.gen(function* () {
  const shared = yield* Statements
  const sql = yield* SqlClient.SqlClient
  const run = (of: { all: Statement; one: Statement }, { campaign, organization, period }: Asked) => {
    const chosen = campaign === null ? of.all : of.one
    const values = [organization, period.from, period.to, ...(campaign === null ? [] : [campaign])]
    return daysIn(period.from, period.to) > quickDays
      ? sql.unsafe<Group>(chosen.text, values)
      : shared.query<Group>(chosen, values)
  }
  return {
    grouped: (by: "campaign" | "day", asked: Asked) => run(statements[by], asked),
    /** Of days without any data all sums are null. */
    total: (asked: Asked) =>
      Effect.map(run(statements.nothing, asked), ([row]) => (row?.clicks == null ? noSums : (row as Sums)))
  }
})

/** Adds up the days of campaigns. */
export const figures = make
