import { Effect } from "effect"
import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model.ts"
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

/** The columns of a table without its organization. */
const columnList = (table: DayTable): string => [...keys[table], ...Object.keys(counts)].join(", ")

/**
 * SQL: the stored days `d` of an account. Parameters: organization ($1), account ($2), first and last day ($3,
 * $4).
 */
const storedDays = (table: DayTable): string => `from ${table} d, campaigns c
    where d.organization_id = $1 and c.organization_id = $1 and c.id = d.campaign_id and c.ad_account_id = $2
      and d.date between $3 and $4`

const stored = (table: DayTable): string => `stored as materialized (
    select ${columnList(table).replace(/\w+/g, "d.$&")} ${storedDays(table)}
  )`

/**
 * SQL: common table expressions that make the stored days of an account equal to `incoming`: they insert new
 * rows and delete missing ones. Parameters: those of `storedDays`.
 * Equal rows are filtered before the insert: even a conflict without an update would lock them, and a second
 * pull should write nothing. `except` compares in one pass, whatever the planner expects: before the
 * first `analyze` an anti join scanned the index of the window for each incoming row.
 */
const replaceDays = (table: DayTable): string => {
  const keyColumns = keys[table].join(", ")
  const columns = columnList(table)
  const values = Object.keys(counts).map((name) => `${name} = excluded.${name}`)
  return `${stored(table)}, gone as (
    delete from ${table} where organization_id = $1 and date between $3 and $4 and (${keyColumns}) in
      (select ${keyColumns} from stored except select ${keyColumns} from incoming)
  ), written as (
    insert into ${table} (organization_id, ${columns})
    select $1::bigint, ${columns} from (select ${columns} from incoming except select ${columns} from stored) changed
    on conflict (organization_id, ${keyColumns}) do update set ${values.join(", ")}
  )`
}

/**
 * SQL: as `replaceDays`, for days of which nothing is stored. Looking for a conflict takes as long as writing the
 * row, and the first import writes millions of them. Nothing reads `stored`, which gives the parameters their types.
 */
const addDays = (table: DayTable): string => {
  const columns = columnList(table)
  return `${stored(table)}, written as (
    insert into ${table} (organization_id, ${columns}) select $1::bigint, ${columns} from incoming
  )`
}

/** A statement for days that are stored already, and one for days that are not. */
export interface DayStatements {
  readonly replace: string
  readonly add: string
  readonly exists: string
}

/** Returns the statements of a table; `statement` gets the expressions that write its days, and whether some are stored. */
export const dayStatements = (
  table: DayTable,
  statement: (write: string, areStored: boolean) => string
): DayStatements => ({
  replace: statement(replaceDays(table), true),
  add: statement(addDays(table), false),
  exists: `select exists (select 1 ${storedDays(table)}) as found`
})

/**
 * Runs the statement that suits the stored days. The transaction holds the lock of the totals, so that nobody else
 * adds the same days meanwhile. Parameters of the statement: those of `storedDays`, then `parameters`.
 */
export const runDayStatement = <Row extends object>(
  { add, exists, replace }: DayStatements,
  { accountId, organizationId }: AccountKey,
  { from, to }: DayRange,
  parameters: ReadonlyArray<unknown>
) =>
  Effect.gen(function* () {
    const account = [organizationId, accountId, from, to]
    const [row] = yield* runSqlText<{ readonly found: boolean }>(exists, account)
    return yield* runSqlText<Row>(row!.found ? replace : add, [...account, ...parameters])
  })

type FewColumns = "campaign_days" | "keyword_days"

const columnsOf = (table: FewColumns): ColumnTypes => ({
  ...Object.fromEntries(keys[table].map((name) => [name, name === "date" ? "date" : "bigint"])),
  ...counts
})

const statementsOf = (table: FewColumns): DayStatements => {
  const key = keys[table].join(", ")
  return dayStatements(
    table,
    (write) => `
    with incoming as materialized (
      select ${key}, ${sums} from ${unnested(columnsOf(table), 5)} group by ${key}
    ), ${write}
    select`
  )
}

const statements = {
  campaign_days: statementsOf("campaign_days"),
  keyword_days: statementsOf("keyword_days")
}

/** Makes the stored days of an account's campaigns or keywords equal to the platform's rows. */
export const writeDays = (table: FewColumns, account: AccountKey, days: DayRange, rows: DayRows) =>
  runDayStatement(statements[table], account, days, columnParameters(columnsOf(table), rows))
