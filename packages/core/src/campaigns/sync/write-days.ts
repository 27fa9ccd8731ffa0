import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { AdAccount, DayRange } from "../../platform/model/index.ts"
import { type Columns, given } from "./bulk.ts"

export type DayTable = "campaign_days" | "keyword_days" | "search_term_days"

const keys: Readonly<Record<DayTable, Columns>> = {
  campaign_days: { campaign_id: "bigint", date: "date" },
  keyword_days: { campaign_id: "bigint", date: "date", keyword_id: "bigint" },
  search_term_days: { campaign_id: "bigint", date: "date", ad_id: "bigint", term: "text" }
}
const counts: Columns = {
  impressions: "bigint",
  clicks: "bigint",
  cost_micros: "bigint",
  conversions: "numeric(14, 4)",
  conversions_value: "numeric(16, 4)"
}

/** As long as the table takes it. */
const keyOf = (name: string): string => (name === "term" ? "left(term, 500) as term" : name)

/**
 * Makes the stored days of an account what the platform says of them: new rows come, those that it no longer
 * tells of go. Rows that say the same are left out before the insert, not after: even a conflict that updates
 * nothing would lock them, and pulling twice should cost no writes.
 */
const statement = (table: DayTable): string => {
  const own = Object.keys(keys[table])
  const figures = Object.keys(counts)
  const sums = figures.map((name) => `sum(${name}) as ${name}`)
  const list = (names: ReadonlyArray<string>, of: string) => names.map((name) => `${of}.${name}`).join(", ")
  const same = own.map((name) => `incoming.${name} = d.${name}`).join(" and ")
  const stored = `${table} d where d.organization_id = $2 and d.date between $4 and $5 and ${same}`
  return `
    with incoming as materialized (
      select ${[...own.map(keyOf), ...sums].join(", ")} from ${given({ ...keys[table], ...counts })}
      group by ${own.map((_, n) => n + 1).join(", ")}
    ), gone as (
      delete from ${table} d using campaigns c
      where d.organization_id = $2 and c.organization_id = $2 and c.id = d.campaign_id and c.ad_account_id = $3
        and d.date between $4 and $5 and not exists (select from incoming where ${same})
    )
    insert into ${table} (organization_id, ${[...own, ...figures].join(", ")})
    select $2, ${list([...own, ...figures], "incoming")} from incoming
    where not exists (select from ${stored} and (${list(figures, "d")}) = (${list(figures, "incoming")}))
    on conflict (organization_id, ${own.join(", ")}) do update set
      ${figures.map((name) => `${name} = excluded.${name}`).join(", ")}`
}

const statements: Readonly<Record<DayTable, string>> = {
  campaign_days: statement("campaign_days"),
  keyword_days: statement("keyword_days"),
  search_term_days: statement("search_term_days")
}

export const writeDays = (
  table: DayTable,
  { accountId, organizationId }: AdAccount,
  days: DayRange,
  rows: ReadonlyArray<Readonly<Record<string, unknown>>>
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.unsafe(statements[table], [JSON.stringify(rows), organizationId, accountId, days.from, days.to])
  )
