import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type AuditEvent, auditColumns, type Day, limits } from "../contract/index.ts"

/** A time range in milliseconds since the epoch: `from` inclusive, `before` exclusive. */
export interface AuditWindow {
  readonly from: number
  /** Null: up to now, by the database's clock. */
  readonly before: number | null
}

const dayMillis = 86_400_000

/**
 * The time that an export covers, in whole UTC days including the last. Without a first day, it covers the 30
 * days up to the last day, or up to now.
 */
export const auditWindow = (
  { from, to }: { readonly from?: Day; readonly to?: Day },
  now: number
): AuditWindow => {
  const before = to === undefined ? null : Date.parse(to) + dayMillis
  return {
    from: from === undefined ? (before ?? now) - limits.auditExportDays * dayMillis : Date.parse(from),
    before
  }
}

/* Reads events and their chain positions. Only this module accesses these tables. */

const chainColumns = new Set(["previous_hash", "hash", "personal_key"])

const exportedColumns = auditColumns.filter((column) => !chainColumns.has(column))

/** An event's columns in an export, without those that sealing adds. */
export const eventColumns = exportedColumns
  .map((column) => (column === "user" ? `user_email as "user"` : column))
  .join(", ")

/** The columns in the database: additionally the arrival sequence and the key of a rejection count. */
export const storedColumns = ["sequence", ...exportedColumns, "window_start", "window_subject"]
  .map((column) => (column === "user" ? "user_email" : column))
  .join(", ")

/** The range of a chain that a window covers, and the events after its end that are not sealed yet. */
export interface ChainRange {
  readonly first: number
  /** 0, like `first`, if no event of the window is sealed. */
  readonly last: number
  /** The number of events from the first to the last. */
  readonly sealed: number
  /** Hash of the last event. */
  readonly head: string | null
  /** The end of the whole chain. Events sealed later follow it. */
  readonly end: number
  /** The events without a chain position, in arrival order. */
  readonly unsealed: ReadonlyArray<number>
}

const inWindow = `organization_id = $1 and at >= to_timestamp($2::float8 / 1000)
  and ($3::float8 is null or at < to_timestamp($3::float8 / 1000))`

/** One statement, so that an event sealed meanwhile is in exactly one of the two parts. */
const rangeQuery = `
with ends as (
  select coalesce(min(position), 0) as first, coalesce(max(position), 0) as last
  from audit_sealed where ${inWindow}
)
select first, last,
  (select count(*) from audit_sealed where organization_id = $1 and position between first and last) as sealed,
  (select hash from audit_sealed where organization_id = $1 and position = last) as head,
  coalesce((select position from audit_chains where organization_id = $1), 0) as "end",
  (select coalesce(array_agg(sequence order by sequence), '{}') from audit_unsealed where ${inWindow}) as unsealed
from ends`

const sealedQuery = `select position, ${eventColumns}, previous_hash, hash, personal_key from audit_sealed
  where organization_id = $1 and position > $2 and position <= $3 order by position limit $4`

const unsealedQuery = `select ${eventColumns}, null as previous_hash, null as hash, null as personal_key
  from (select ${storedColumns} from audit_unsealed where organization_id = $1 and sequence = any($3::bigint[])
    union all select ${storedColumns} from audit_sealed
    where organization_id = $1 and position > $2 and sequence = any($3::bigint[])) as event
  order by sequence`

/** Reads the audit trail of one organization. */
export const auditRows = (sql: SqlClient.SqlClient, organization: number) => ({
  readRange: ({ before, from }: AuditWindow): Effect.Effect<ChainRange, SqlError> =>
    Effect.map(sql.unsafe<ChainRange>(rangeQuery, [organization, from, before]), ([row]) => row!),
  /** The next events after a position, up to another, limited to a page. */
  readSealed: (
    after: number,
    last: number,
    limit: number
  ): Effect.Effect<ReadonlyArray<SealedEvent>, SqlError> =>
    Effect.map(
      sql.unsafe<AuditEvent & { readonly position: number }>(sealedQuery, [organization, after, last, limit]),
      (rows) => rows.map(({ position, ...event }) => ({ position, event }))
    ),
  /**
   * Events that were unsealed when the export began. They are returned without a position even if they have
   * one now.
   */
  readUnsealed: (
    end: number,
    sequences: ReadonlyArray<number>
  ): Effect.Effect<ReadonlyArray<AuditEvent>, SqlError> =>
    sql.unsafe<AuditEvent>(unsealedQuery, [organization, end, sequences])
})

interface SealedEvent {
  readonly position: number
  readonly event: AuditEvent
}
