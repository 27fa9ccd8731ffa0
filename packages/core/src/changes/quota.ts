import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { QuotaState } from "../pipeline/handler.ts"
import { writeQuotaProblem } from "./guardrails/write-quota.ts"

export type { QuotaState }

/** Spends one of the organization's writes of the day, in the transaction of the write: a refused one costs nothing. */
export const spendQuota = (organization: number, limit: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ used: number }>`
      insert into write_quota as q (organization_id, day, used)
      values (${organization}, (now() at time zone 'UTC')::date, 1)
      on conflict (organization_id, day) do update set used = q.used + 1
      returning used`
    const { used } = row!
    const problem = writeQuotaProblem(used - 1, limit, new Date())
    return problem === null ? ({ limit, remaining: limit - used } satisfies QuotaState) : yield* problem
  })

/** What is left of the day, for calls that spend nothing. */
export const quotaState = (organization: number, limit: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ used: number }>`
      select used from write_quota
      where organization_id = ${organization} and day = (now() at time zone 'UTC')::date`
    return { limit, remaining: Math.max(0, limit - (row?.used ?? 0)) } satisfies QuotaState
  })

/** Gives back what a write spent that then came to nothing. */
export const refundQuota = (organization: number, spentAt: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`update write_quota set used = greatest(used - 1, 0)
      where organization_id = ${organization} and day = (${spentAt}::timestamptz at time zone 'UTC')::date`
  })
