import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type AuditEvent, auditColumns } from "../contract/index.ts"
import type { AuditWindow } from "./window.ts"

/*
 * How events and their places in the chain are read: only here, in the sealer that gives the places, and in retention.
 */

const chainColumns = new Set(["previous_hash", "hash"])

const exportedColumns = auditColumns.filter((column) => !chainColumns.has(column))

/** What an event tells, by its columns' names in an export: all but what sealing adds. */
export const eventColumns = exportedColumns
  .map((column) => (column === "user" ? `user_email as "user"` : column))
  .join(", ")

/** The same by its names in the database, with when it came and what a count of refusals is known by. */
export const storedColumns = ["sequence", ...exportedColumns, "window_start", "window_subject"]
  .map((column) => (column === "user" ? "user_email" : column))
  .join(", ")

/** The stretch of a chain that a window covers, and what stands behind its end, not sealed yet. */
export interface ChainRange {
  readonly first: number
  /** 0, as `first` is, where nothing of the window is sealed. */
  readonly last: number
  /** How many events are there from the first to the last. */
  readonly sealed: number
  /** Hash of the last. */
  readonly head: string | null
  /** Where the whole chain ends: what is sealed later comes behind it. */
  readonly end: number
  /** The events that have no place in the chain yet, by the order in which they came. */
  readonly unsealed: ReadonlyArray<number>
}

const inWindow = `organization_id = $1 and at >= to_timestamp($2::float8 / 1000)
  and ($3::float8 is null or at < to_timestamp($3::float8 / 1000))`

/** In one statement, so that an event that is being sealed meanwhile is in the one part or in the other. */
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

const sealedQuery = `select position, ${eventColumns}, previous_hash, hash from audit_sealed
  where organization_id = $1 and position > $2 and position <= $3 order by position limit $4`

const unsealedQuery = `select ${eventColumns}, null as previous_hash, null as hash
  from (select ${storedColumns} from audit_unsealed where organization_id = $1 and sequence = any($3::bigint[])
    union all select ${storedColumns} from audit_sealed
    where organization_id = $1 and position > $2 and sequence = any($3::bigint[])) as event
  order by sequence`

/** Reads the trail of one organization. */
export const auditRows = (sql: SqlClient.SqlClient, organization: number) => ({
  readRange: ({ before, from }: AuditWindow): Effect.Effect<ChainRange, SqlError> =>
    Effect.map(sql.unsafe<ChainRange>(rangeQuery, [organization, from, before]), ([row]) => row!),
  /** The next so many events behind a position, up to another. */
  readSealed: (
    after: number,
    last: number,
    limit: number
  ): Effect.Effect<ReadonlyArray<SealedEvent>, SqlError> =>
    Effect.map(
      sql.unsafe<AuditEvent & { readonly position: number }>(sealedQuery, [organization, after, last, limit]),
      (rows) => rows.map(({ position, ...event }) => ({ position, event }))
    ),
  /** Events that were not sealed a moment ago: told without a place, also where they have one by now. */
  readUnsealed: (
    end: number,
    sequences: ReadonlyArray<number>
  ): Effect.Effect<ReadonlyArray<AuditEvent>, SqlError> =>
    sql.unsafe<AuditEvent>(unsealedQuery, [organization, end, sequences])
})

export interface SealedEvent {
  readonly position: number
  readonly event: AuditEvent
}
