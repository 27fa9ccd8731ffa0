import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type AuditEvent, auditColumns } from "../contract/index.ts"
import type { Window } from "./audit-window.ts"

/*
 * How events and their places in the chain are read: only here, in the sealer that gives the places, and in retention.
 */

const notCovered = new Set(["previous_hash", "hash"])

/** What an event tells, by its columns' names in an export: all but what sealing adds. */
export const eventColumns = auditColumns
  .filter((column) => !notCovered.has(column))
  .map((column) => (column === "user" ? `user_email as "user"` : column))
  .join(", ")

/** The stretch of a chain that a window covers, and what stands behind its end, not sealed yet. */
export interface Stretch {
  readonly first: number
  /** 0, as `first` is, where nothing of the window is sealed. */
  readonly last: number
  /** Hash of the last. */
  readonly head: string | null
  /** Ids of the events that have no place in the chain yet, in the order in which they came. */
  readonly unsealed: ReadonlyArray<string>
}

const inWindow = `organization_id = $1 and at >= to_timestamp($2::float8 / 1000)
  and ($3::float8 is null or at < to_timestamp($3::float8 / 1000))`

/** In one statement, so that an event that is being sealed meanwhile is in the one part or in the other. */
const stretch = `
with sealed as (
  select coalesce(min(position), 0) as first, coalesce(max(position), 0) as last, count(*)
  from audit_events where ${inWindow} and position is not null
)
select first, last,
  (select hash from audit_events e where e.organization_id = $1 and e.position = sealed.last) as head,
  (select coalesce(array_agg(id order by sequence), '{}') from audit_events
   where ${inWindow} and position is null) as unsealed
from sealed`

const batch = `select position, ${eventColumns}, previous_hash, hash from audit_events
  where organization_id = $1 and position between $2 and $3 order by position`

const unsealedBatch = `select ${eventColumns}, null as previous_hash, null as hash from audit_events
  where organization_id = $1 and id = any($2::text[]) order by sequence`

type Read<A> = Effect.Effect<A, SqlError>

export const readStretch = (
  sql: SqlClient.SqlClient,
  organization: number,
  { before, from }: Window
): Read<Stretch> =>
  Effect.map(sql.unsafe<Stretch>(stretch, [organization, from, before]), ([row]) => row!)

/**
 * The events from one position to another, both included. Positions have no gaps, and only retention takes events
 * away: where it came by meanwhile, what would be told is not the stretch that was promised.
 */
export const readSealed = (
  sql: SqlClient.SqlClient,
  organization: number,
  first: number,
  last: number
): Read<ReadonlyArray<AuditEvent>> =>
  Effect.map(
    sql.unsafe<AuditEvent & { readonly position: number }>(batch, [organization, first, last]),
    (rows) => {
      if (rows.length !== last - first + 1) {
        throw new Error(`Events ${first} to ${last} of the chain of ${organization} are not all there any more`)
      }
      return rows.map(({ position: _, ...event }) => event)
    }
  )

/** Events that were not sealed when the export began: told without a place, also where they have one by now. */
export const readUnsealed = (
  sql: SqlClient.SqlClient,
  organization: number,
  ids: ReadonlyArray<string>
): Read<ReadonlyArray<AuditEvent>> => sql.unsafe<AuditEvent>(unsealedBatch, [organization, ids])
