import { Effect } from "effect"
import type { AccountKey } from "../../platform/account-sync.ts"
import type { DayRange } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import {
  addToTotals,
  advanceWindows,
  countTerms,
  rollupWindows,
  settleLastSeen
} from "../search-terms/rollups.ts"
import type { ColumnTypes } from "./bulk.ts"
import { arrayLiteral, type ColumnRow, columnParameters, unnested } from "./read-window.ts"

type DayTable = "campaign_days" | "keyword_days" | "search_term_days"
export type DayRows = ReadonlyArray<ColumnRow>

/** The figures of a row. */
const counts: ColumnTypes = {
  impressions: "bigint",
  clicks: "bigint",
  cost_micros: "bigint",
  conversions: "numeric(14, 4)",
  conversions_value: "numeric(16, 4)"
}

/** SQL: the sums of figures. A sum of bigint is numeric, which is slower to compare. */
const sums = Object.entries(counts)
  .map(([name, type]) => `sum(${name})::${type} as ${name}`)
  .join(", ")

const keys: Readonly<Record<DayTable, ReadonlyArray<string>>> = {
  campaign_days: ["campaign_id", "date"],
  keyword_days: ["campaign_id", "date", "keyword_id"],
  search_term_days: ["campaign_id", "term_id", "date", "ad_id"]
}

/** The part of a search term's figures that came through AI Max; null if that is unknown for some of a row. */
const aiMaxCounts = Object.entries(counts).flatMap(([name, type]) =>
  name === "conversions_value" ? [] : [{ name: `ai_max_${name}`, of: name, type }]
)

/** SQL: the sums of that part. `by_ai_max` is 1 for it, 0 for the rest, and -1 where the platform does not say. */
const aiMaxSums = aiMaxCounts
  .map(
    ({ name, of, type }) =>
      `case when min(by_ai_max) >= 0 then sum(${of} * by_ai_max)::${type} end as ${name}`
  )
  .join(", ")

/** The columns of a table's figures. */
const valuesOf = (table: DayTable): ReadonlyArray<string> => [
  ...Object.keys(counts),
  ...(table === "search_term_days" ? aiMaxCounts.map(({ name }) => name) : [])
]

/** The columns of a table without its organization. */
const columnList = (table: DayTable): string => [...keys[table], ...valuesOf(table)].join(", ")

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
  const values = valuesOf(table).map((name) => `${name} = excluded.${name}`)
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
interface DayStatements {
  readonly replace: string
  readonly add: string
  readonly exists: string
}

/** Returns the statements of a table; `statement` gets the expressions that write its days, and whether some are stored. */
const dayStatements = (
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
const runDayStatement = <Row extends object>(
  { add, exists, replace }: DayStatements,
  { accountId, organizationId }: AccountKey,
  { from, to }: DayRange,
  parameters: ReadonlyArray<unknown>
) =>
  Effect.gen(function* () {
    const account = [organizationId, accountId, from, to]
    const [row] = yield* runSql<{ readonly found: boolean }>(exists, account)
    return yield* runSql<Row>(row!.found ? replace : add, [...account, ...parameters])
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

const statementsOfDays = {
  campaign_days: statementsOf("campaign_days"),
  keyword_days: statementsOf("keyword_days")
}

/** Makes the stored days of an account's campaigns or keywords equal to the platform's rows. */
export const writeDays = (table: FewColumns, account: AccountKey, days: DayRange, rows: DayRows) =>
  runDayStatement(statementsOfDays[table], account, days, columnParameters(columnsOf(table), rows))

/** The columns of a row beside the number of its term. */
const figureColumns = { date: "date", ad_id: "bigint", by_ai_max: "smallint", ...counts }

/** SQL: the days of terms with their figures. All of them are new if nothing is stored. */
const newDays = `
    select campaign_id, term_id, date, clicks, cost_micros, conversions, true as is_incoming from incoming`

/** SQL: the days of terms whose figures change, with the differences. */
const changedDays = `
    select campaign_id, term_id, date, sum(clicks) as clicks, sum(cost_micros) as cost_micros,
      sum(conversions) as conversions, bool_or(is_incoming) as is_incoming
    from (${newDays}
      union all
      select campaign_id, term_id, date, -clicks, -cost_micros, -conversions, false from stored
    ) rows
    group by campaign_id, term_id, date
    having bool_and(is_incoming) or not bool_or(is_incoming) or (sum(clicks), sum(cost_micros), sum(conversions)) <> (0, 0, 0)`

/**
 * SQL: makes the stored days of search terms equal to the platform's and adds the differences to the totals.
 * It is one statement, because the rows are read, matched with their terms and compared once for all of it.
 * A new term gets an id first. A deleted row may have been a term's last day; that is computed again later.
 * Parameters: those of `storedDays`, the windows ($5) and their latest day ($6), campaigns and texts of the
 * terms ($7, $8), and the columns.
 */
const statementsOfTerms = dayStatements(
  "search_term_days",
  (write, areStored) => `
  with terms as materialized (
    select number, campaign_id, left(given.term, 500) as term
    from unnest($7::bigint[], $8::text[]) with ordinality as given(campaign_id, term, number)
  ), new_terms as (
    insert into search_terms (organization_id, campaign_id, term)
    select distinct $1::bigint, terms.campaign_id, terms.term from terms
    left join search_terms s on s.organization_id = $1 and s.campaign_id = terms.campaign_id and s.term = terms.term
    where s.id is null
    on conflict do nothing returning campaign_id, term, id
  ), known_terms as materialized (
    select number, campaign_id, id as term_id from terms
    join (
      select campaign_id, term, id from search_terms where organization_id = $1
      union all select campaign_id, term, id from new_terms
    ) stored_terms using (campaign_id, term)
  ), incoming as materialized (
    select campaign_id, term_id, date, ad_id, ${sums}, ${aiMaxSums}
    from ${unnested({ term: "int", ...figureColumns }, 9)} join known_terms on known_terms.number = given.term
    group by campaign_id, term_id, date, ad_id
  ), ${write}
  , changed as (${areStored ? changedDays : newDays}
  ), totals as (${addToTotals(`
    select $1::bigint, days, campaign_id, term_id, sum(clicks), sum(cost_micros), sum(conversions),
      case when bool_and(is_incoming) then max(date) end
    from changed join unnest($5::smallint[]) days on date > $6::date - days and date <= $6::date
    group by days, campaign_id, term_id`)}
    returning last_seen
  )
  select count(*)::int as changed, (count(*) filter (where last_seen is null))::int as unseen from totals`
)

/** Numbers the terms of each campaign from 1, so that the statement has each text once. */
const numberTerms = (rows: DayRows) => {
  const campaigns: Array<ColumnRow[string]> = []
  const texts: Array<ColumnRow[string]> = []
  const numbers = new Map<string, number>()
  const numberOfRow = rows.map(({ campaign_id, term }) => {
    const key = `${campaign_id} ${term}`
    const known = numbers.get(key)
    if (known !== undefined) return known
    campaigns.push(campaign_id!)
    const number = texts.push(term!)
    numbers.set(key, number)
    return number
  })
  return [campaigns, texts, numberOfRow].map(arrayLiteral)
}

/** Writes the days of search terms with their totals: readers see both old or both new. */
export const writeSearchTerms = (account: AccountKey, days: DayRange, rows: DayRows) =>
  Effect.gen(function* () {
    const { organizationId } = account
    const { latest, moved } = yield* advanceWindows(organizationId, days)
    const [written] = yield* runDayStatement<{ readonly changed: number; readonly unseen: number }>(
      statementsOfTerms,
      account,
      days,
      [rollupWindows, latest, ...numberTerms(rows), ...columnParameters(figureColumns, rows)]
    )
    const { changed, unseen } = written!
    // Each step scans the organization's totals. Late conversions need the last one at most.
    if (moved || unseen > 0) yield* settleLastSeen(organizationId, latest)
    if (moved || changed > 0) yield* countTerms(organizationId, latest)
  })
