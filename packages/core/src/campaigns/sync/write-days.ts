import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model/index.ts"
import { runSqlText } from "../../storage/index.ts"
import type { ColumnTypes } from "./bulk.ts"
import { type ColumnRow, columnParameters, unnested } from "./columns.ts"

type DayTable = "campaign_days" | "keyword_days" | "search_term_days"
export type DayRows = ReadonlyArray<ColumnRow>

/** The figures of a row. */
export const counts: ColumnTypes = {
  impressions: "bigint",
  clicks: "bigint",
  cost_micros: "bigint",
  conversions: "numeric(14, 4)",
  conversions_value: "numeric(16, 4)"
}

/** SQL: the sums of figures. A sum of bigint is numeric, which is slower to compare. */
export const sums = Object.entries(counts)
  .map(([name, type]) => `sum(${name})::${type} as ${name}`)
  .join(", ")

const keys: Readonly<Record<DayTable, ReadonlyArray<string>>> = {
  campaign_days: ["campaign_id", "date"],
  keyword_days: ["campaign_id", "date", "keyword_id"],
  search_term_days: ["campaign_id", "term_id", "date", "ad_id"]
}

/**
 * SQL: common table expressions that make the stored days of an account equal to `incoming`: they insert new
 * rows and delete missing ones. Parameters: organization ($1), account ($2), first and last day ($3, $4).
 * Equal rows are filtered before the insert: even a conflict without an update would lock them, and a second
 * pull should write nothing. `except` compares in one pass, whatever the planner expects: before the
 * first `analyze` an anti join scanned the index of the window for each incoming row.
 */
export const replaceDays = (table: DayTable): string => {
  const keyColumns = keys[table].join(", ")
  const figures = Object.keys(counts)
  const columns = `${keyColumns}, ${figures.join(", ")}`
  return `stored as materialized (
    select ${columns.replace(/\w+/g, "d.$&")} from ${table} d, campaigns c
    where d.organization_id = $1 and c.organization_id = $1 and c.id = d.campaign_id and c.ad_account_id = $2
      and d.date between $3 and $4
  ), gone as (
    delete from ${table} where organization_id = $1 and date between $3 and $4 and (${keyColumns}) in
      (select ${keyColumns} from stored except select ${keyColumns} from incoming)
  ), written as (
    insert into ${table} (organization_id, ${columns})
    select $1::bigint, ${columns} from (select ${columns} from incoming except select ${columns} from stored) changed
    on conflict (organization_id, ${keyColumns}) do update set
      ${figures.map((name) => `${name} = excluded.${name}`).join(", ")}
  )`
}

type FewColumns = "campaign_days" | "keyword_days"

const columnsOf = (table: FewColumns): ColumnTypes => ({
  ...Object.fromEntries(keys[table].map((name) => [name, name === "date" ? "date" : "bigint"])),
  ...counts
})

const statement = (table: FewColumns): string => {
  const key = keys[table].join(", ")
  return `
    with incoming as materialized (
      select ${key}, ${sums} from ${unnested(columnsOf(table), 5)} group by ${key}
    ), ${replaceDays(table)}
    select`
}

const statements = { campaign_days: statement("campaign_days"), keyword_days: statement("keyword_days") }

/** Makes the stored days of an account's campaigns or keywords equal to the platform's rows. */
export const writeDays = (
  table: FewColumns,
  { accountId, organizationId }: AccountKey,
  days: DayRange,
  rows: DayRows
) =>
  runSqlText(statements[table], [
    organizationId,
    accountId,
    days.from,
    days.to,
    ...columnParameters(columnsOf(table), rows)
  ])
