import { Effect } from "effect"
import { WriteQuotaExceeded } from "../contract/index.ts"
import type { QuotaState } from "../request/limits.ts"
import { type BoundStatement, bindStatement, runSql, statement } from "../storage/index.ts"

/** SQL: the number of the day's writes that the organization $1 has used. Its lock keeps it stable. */
export const writesUsedSql = `coalesce((select used from write_quota
    where organization_id = $1 and day = (now() at time zone 'UTC')::date), 0)`

const usedStatement = statement(`select ${writesUsedSql} as used`)

/** Reads the number of the day's writes that an organization has used. */
export const readUsed = (organization: number): BoundStatement<{ readonly used: number }> =>
  bindStatement(usedStatement, [organization])

export const usedToday = (organization: number) =>
  Effect.map(runSql(readUsed(organization)), ([row]) => row!.used)

export const quotaOf = (used: number, limit: number): QuotaState => ({
  limit,
  remaining: Math.max(0, limit - used)
})

const spendStatement = statement(`
  insert into write_quota as q (organization_id, day, used) values ($1, (now() at time zone 'UTC')::date, 1)
  on conflict (organization_id, day) do update set used = q.used + 1`)

/**
 * Uses one of the organization's writes of the day, in the transaction of the write: a refused write costs
 * nothing.
 */
export const spendQuota = (organization: number): BoundStatement =>
  bindStatement(spendStatement, [organization])

/** Refunds the quota of a write that had no effect. */
export const refundQuota = (organization: number, day: string) =>
  runSql`update write_quota set used = greatest(used - 1, 0)
      where organization_id = ${organization} and day = ${day}::date`

/** A day ends at midnight UTC for every organization, so all hosts and callers use one clock. */
const endOfDay = (now: Date): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)

/** Returns when the organization's next day of writes begins. */
export const quotaResetAt = (now: Date): string => new Date(endOfDay(now)).toISOString()

/** Returns an error if the organization has used its writes of the day. */
export const writeQuotaProblem = (used: number, limit: number, now: Date): WriteQuotaExceeded | null => {
  if (used < limit) return null
  return new WriteQuotaExceeded({
    limit,
    resets_at: quotaResetAt(now),
    retryAfter: Math.max(1, Math.ceil((endOfDay(now) - now.getTime()) / 1000))
  })
}
