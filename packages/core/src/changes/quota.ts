import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { QuotaState } from "../pipeline/handler.ts"
import { unawaited } from "../storage/index.ts"

/** How many writes of the day are used; under the organization's lock, nobody else's can come in between. */
export const readUsed = (sql: SqlClient.SqlClient, organization: number) => sql<{ readonly used: number }>`
  select used from write_quota
  where organization_id = ${organization} and day = (now() at time zone 'UTC')::date`

export const usedToday = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(readUsed(sql, organization), ([row]) => row?.used ?? 0)
  )

export const quotaOf = (used: number, limit: number): QuotaState => ({
  limit,
  remaining: Math.max(0, limit - used)
})

/** Spends one of the organization's writes of the day, in the transaction of the write: a refused one costs nothing. */
export const spendQuota = (organization: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    unawaited(sql`
        insert into write_quota as q (organization_id, day, used)
        values (${organization}, (now() at time zone 'UTC')::date, 1)
        on conflict (organization_id, day) do update set used = q.used + 1`)
  )

/** Gives back what a write spent that then came to nothing. */
export const refundQuota = (organization: number, day: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update write_quota set used = greatest(used - 1, 0)
      where organization_id = ${organization} and day = ${day}::date`
  )
