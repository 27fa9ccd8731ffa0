import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Settings } from "../settings.ts"

/** So many events at a time that no statement holds locks for long. */
const batchSize = 5000

interface SealedRow {
  readonly position: number
  readonly hash: string
  readonly old: boolean
}

/**
 * The last of a chain's oldest events that may go: events are cut off from the beginning only, so the first one that
 * has to stay keeps all that come after it, whatever their age.
 */
export const lastToDelete = (oldest: ReadonlyArray<SealedRow>): SealedRow | undefined => {
  const firstKept = oldest.findIndex((event) => !event.old)
  return firstKept < 0 ? oldest.at(-1) : oldest[firstKept - 1]
}

/**
 * Cuts some events off the beginning of a chain; answers how many. Position and hash of the last one stay behind as
 * the chain's anchor, in the same transaction: what is left still proves that nothing else is missing.
 */
const deleteOldest = (sql: SqlClient.SqlClient, chain: number, before: string) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const oldest = yield* sql<SealedRow>`
        select position, hash, at < ${before}::timestamptz as old from audit_sealed
        where organization_id = ${chain} order by position limit ${batchSize}`
      const last = lastToDelete(oldest)
      if (last === undefined) return 0
      yield* sql`insert into audit_anchors (organization_id, position, hash, cut_before)
        values (${chain}, ${last.position}, ${last.hash}, ${before}) on conflict do nothing`
      // One anchor for each time that retention came by, however many steps that took.
      yield* sql`delete from audit_anchors where organization_id = ${chain} and cut_before = ${before}
        and position < ${last.position}`
      const deleted = yield* sql`delete from audit_sealed
        where organization_id = ${chain} and position <= ${last.position} returning id`
      return deleted.length
    })
  )

/** Removes audit events that are older than the setting says, from every chain; answers how many went. */
export const applyAuditRetention: Effect.Effect<number, SqlError, SqlClient.SqlClient | Settings> =
  Effect.gen(function* () {
    const { auditRetentionDays: days } = yield* Settings
    if (days === null) return 0
    const sql = yield* SqlClient.SqlClient
    const chains = yield* sql<{ chain: number; before: string }>`
      select organization_id as chain, now() - ${days} * interval '1 day' as before from audit_chains
      order by organization_id`
    let total = 0
    for (const { before, chain } of chains) {
      for (let last = batchSize; last >= batchSize; total += last)
        last = yield* deleteOldest(sql, chain, before)
    }
    return total
  })
