import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model/index.ts"
import { runSqlText } from "../../storage/index.ts"
import { type ColumnTypes, recordset } from "./bulk.ts"

export type DayTable = "campaign_days" | "keyword_days" | "search_term_days"
export type DayRows = ReadonlyArray<object>

const counts: ColumnTypes = {
  impressions: "bigint",
  clicks: "bigint",
  cost_micros: "bigint",
  conversions: "numeric(14, 4)",
  conversions_value: "numeric(16, 4)"
}

const keys: Readonly<Record<DayTable, ReadonlyArray<string>>> = {
  campaign_days: ["campaign_id", "date"],
  keyword_days: ["campaign_id", "date", "keyword_id"],
  search_term_days: ["campaign_id", "term_id", "date", "ad_id"]
}

/** Search terms are text, limited to the length of the column. */
export const termRecordset = recordset({
  campaign_id: "bigint",
  date: "date",
  ad_id: "bigint",
  term: "text",
  ...counts
})
export const termColumn = "left(given.term, 500)"

const sources: Readonly<Record<DayTable, string>> = {
  campaign_days: recordset({ campaign_id: "bigint", date: "date", ...counts }),
  keyword_days: recordset({ campaign_id: "bigint", date: "date", keyword_id: "bigint", ...counts }),
  search_term_days: `${termRecordset} join (select campaign_id as of_campaign, id as term_id, term as known from search_terms
      where organization_id = $2) s on of_campaign = campaign_id and known = ${termColumn}`
}

/** SQL: the platform's rows ($1) for some days of an account, in stored form. */
export const incoming = (table: DayTable): string => {
  const sums = Object.keys(counts).map((name) => `sum(${name}) as ${name}`)
  return `select ${[...keys[table], ...sums].join(", ")} from ${sources[table]}
      group by ${keys[table].map((_, n) => n + 1).join(", ")}`
}

/**
 * SQL: a stored row (d) of the organization ($2), of a campaign (c) of the account ($3), within the days ($4,
 * $5).
 */
export const ownDays = `d.organization_id = $2 and c.organization_id = $2 and c.id = d.campaign_id
        and c.ad_account_id = $3 and d.date between $4 and $5`

/**
 * Makes the stored days of an account equal to the platform's: inserts new rows and deletes missing ones.
 * Equal rows are filtered before the insert: even a conflict without an update would lock them, and a second
 * pull should write nothing. `except` compares in one pass, whatever the planner expects: before the
 * first `analyze` an anti join scanned the index of the window for each incoming row.
 */
const statement = (table: DayTable): string => {
  const keyColumns = keys[table].join(", ")
  const figures = Object.keys(counts)
  const columns = `${keyColumns}, ${figures.join(", ")}`
  const ownColumns = columns.replace(/\w+/g, "d.$&")
  return `
    with incoming as materialized (
      ${incoming(table)}
    ), stored as materialized (
      select ${ownColumns} from ${table} d, campaigns c where ${ownDays}
    ), gone as (
      delete from ${table} where organization_id = $2 and date between $4 and $5 and (${keyColumns}) in
        (select ${keyColumns} from stored except select ${keyColumns} from incoming)
    )
    insert into ${table} (organization_id, ${columns})
    select $2, ${columns} from (select ${columns} from incoming except select ${columns} from stored) changed
    on conflict (organization_id, ${keyColumns}) do update set
      ${figures.map((name) => `${name} = excluded.${name}`).join(", ")}`
}

const statements: Readonly<Record<DayTable, string>> = {
  campaign_days: statement("campaign_days"),
  keyword_days: statement("keyword_days"),
  search_term_days: statement("search_term_days")
}

export const writeDays = (
  table: DayTable,
  { accountId, organizationId }: AccountKey,
  days: DayRange,
  rows: DayRows
) => runSqlText(statements[table], [JSON.stringify(rows), organizationId, accountId, days.from, days.to])
