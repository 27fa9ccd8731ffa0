import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Array as Arrays, Clock, Effect } from "effect"
import { Settings } from "../settings.ts"
import { runSql } from "../storage/index.ts"
import { hashedValue } from "./chain.ts"

/** Limits each statement to this many events, so that it holds no lock for long. */
const batchSize = 5000

interface PersonalEvent {
  readonly organization_id: number
  readonly position: number
  readonly personal_key: string
  readonly user_email: string | null
  readonly ip: string | null
  readonly user_agent: string | null
}

/** Replaces the values of events of one organization by the digests that their hashes cover. */
const eraseEvents = (events: Arrays.NonEmptyReadonlyArray<PersonalEvent>) => {
  const digests = (column: string, read: (event: PersonalEvent) => string | null) =>
    events.map((event) => hashedValue(column, read(event), event.personal_key))
  return runSql`
    update audit_sealed s set user_email = v.user_email, ip = v.ip, user_agent = v.user_agent, personal_key = null
    from unnest(${events.map(({ position }) => position)}::bigint[], ${digests("user", (event) => event.user_email)}::text[],
      ${digests("ip", ({ ip }) => ip)}::text[], ${digests("user_agent", (event) => event.user_agent)}::text[])
      as v (position, user_email, ip, user_agent)
    where s.organization_id = ${events[0].organization_id} and s.position = v.position and s.personal_key is not null`
}

/**
 * Replaces the personal values of all events with this email address by their digests, and deletes the keys of
 * those events. Every hash and every saved head stay valid, and nothing leads back to the values. Events that were
 * sealed before keys existed keep their values until retention deletes them. Returns the number of events.
 */
export const eraseFromAudit = (email: string): Effect.Effect<number, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    let total = 0
    for (let last = batchSize; last === batchSize; total += last) {
      const events = yield* runSql<PersonalEvent>`
        select organization_id, position, personal_key, user_email, ip, user_agent from audit_sealed
        where user_email = ${email} and personal_key is not null limit ${batchSize}`
      const byOrganization = Arrays.groupBy(events, (event) => String(event.organization_id))
      yield* Effect.forEach(Object.values(byOrganization), eraseEvents, { discard: true })
      last = events.length
    }
    return total
  })

/** Limits each statement to this many events, so that it holds no lock for long. Most chains have few old events. */
const batchSizes = { first: 100, next: 5000 }

interface SealedRow {
  readonly position: number
  readonly hash: string
  readonly old: boolean
}

/**
 * The last of a chain's oldest events that can be deleted. Events are deleted from the beginning only, so the
 * first event to keep also keeps all later ones, whatever their age.
 */
export const lastToDelete = (oldest: ReadonlyArray<SealedRow>): SealedRow | undefined => {
  const firstKept = oldest.findIndex((event) => !event.old)
  return firstKept < 0 ? oldest.at(-1) : oldest[firstKept - 1]
}

/**
 * Deletes a batch of events from the beginning of a chain and returns their number. The same transaction
 * stores the last one's position and hash as the chain's anchor, so the rest can still be verified.
 */
const deleteOldest = (sql: SqlClient.SqlClient, chain: number, before: string, batchSize: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      const oldest = yield* sql<SealedRow>`
        select position, hash, at < ${before}::timestamptz as old from audit_sealed
        where organization_id = ${chain} order by position limit ${batchSize}`
      const last = lastToDelete(oldest)
      if (last === undefined) return 0
      yield* sql`insert into audit_anchors (organization_id, position, hash, cut_before)
        values (${chain}, ${last.position}, ${last.hash}, ${before}) on conflict do nothing`
      // One anchor per retention run, however many batches it takes.
      yield* sql`delete from audit_anchors where organization_id = ${chain} and cut_before = ${before}
        and position < ${last.position}`
      const deleted = yield* sql`delete from audit_sealed
        where organization_id = ${chain} and position <= ${last.position} returning id`
      return deleted.length
    })
  )

/** A run ends in time for its job; the next one continues. */
const budgetMillis = 240_000

/** The chains with an event older than the setting. */
const dueChains = (sql: SqlClient.SqlClient, days: number) => sql<{ chain: number; before: string }>`
  select c.organization_id as chain, now() - ${days} * interval '1 day' as before from audit_chains c
  where exists (select from audit_sealed s
    where s.organization_id = c.organization_id and s.at < now() - ${days} * interval '1 day')
  order by c.organization_id`

/** Deletes audit events older than the setting from every chain and returns their number. */
export const applyAuditRetention: Effect.Effect<number, SqlError, SqlClient.SqlClient | Settings> =
  Effect.gen(function* () {
    const { auditRetentionDays: days } = yield* Settings
    if (days === null) return 0
    const sql = yield* SqlClient.SqlClient
    const deadline = (yield* Clock.currentTimeMillis) + budgetMillis
    let total = 0
    for (const { before, chain } of yield* dueChains(sql, days)) {
      for (let size = batchSizes.first; ; size = batchSizes.next) {
        const deleted = yield* deleteOldest(sql, chain, before, size)
        total += deleted
        if (deleted < size) break
      }
      if ((yield* Clock.currentTimeMillis) > deadline) break
    }
    return total
  })
