import { statement } from "../storage/index.ts"
import type { Head, Unsealed } from "./chain.ts"
import { eventColumns, storedColumns } from "./rows.ts"

/* The statements of the sealer. */

/** Allows one sealer at a time per database: "adw-seal" as a number. */
const lock = "x'6164772d7365616c'::bigint"

/** Larger ones cost less for each event, and requests wait longer behind them. */
export const batchSize = 125

/** A row that counts a minute's rejections is sealed after that minute, plus time for requests in flight. */
const sealDelay = "interval '65 seconds'"

export const isDue = `(window_start is null or window_start < now() - ${sealDelay})`

/** An event that is due, with the head of its chain; null for a chain without events. */
export interface DueEvent extends Unsealed {
  readonly sequence: number
  /** Whether the chain has this event already: a write with an unknown outcome is repeated under the same id. */
  readonly is_sealed: boolean
  readonly head_position: number | null
  readonly head_hash: string | null
}

/** Returns a row if no other sealer works. */
export const lockSealing = statement(`select true as locked where pg_try_advisory_xact_lock(${lock})`)

/**
 * The statements that read and move a batch of all organizations, or of one ($1). An event is read together with the
 * head of its chain: another statement could see events of other chains.
 */
const statementsFor = (ofOrganization: string, ofChain: (table: string) => string) => ({
  readDue: statement(`
    select due.*, head.position as head_position, head.hash as head_hash, exists (
      select from audit_sealed sealed
      where ${ofChain("sealed")}sealed.organization_id = due.chain and sealed.at = due.at and sealed.id = due.id
    ) as is_sealed
    from (
      select organization_id as chain, sequence, ${eventColumns} from audit_unsealed
      where ${ofOrganization}${isDue} order by sequence limit ${batchSize}
    ) due left join audit_chains head on ${ofChain("head")}head.organization_id = due.chain
    order by due.sequence`),
  move: statement(`
    with gone as (
      delete from audit_unsealed
      where ${ofOrganization}sequence = any($2::bigint[]) returning *
    )
    insert into audit_sealed (position, previous_hash, hash, personal_key, organization_id, ${storedColumns})
    select s.position, s.previous_hash, s.hash, s.personal_key, gone.organization_id, ${storedColumns}
    from gone join json_to_recordset($3::json)
      as s (sequence bigint, position bigint, previous_hash text, hash text, personal_key text) using (sequence)`)
})
// Both have the same parameters; the first ignores the organization.
export const ofAll = statementsFor("$1::bigint is null and ", () => "")
export const ofOne = statementsFor(
  "organization_id = $1 and ",
  (table) => `${table}.organization_id = $1 and `
)

export const moveHeads = statement(`
  insert into audit_chains (organization_id, position, hash)
  select organization_id, position, hash from json_to_recordset($1::json)
    as h (organization_id bigint, position bigint, hash text)
  on conflict (organization_id) do update
    set position = excluded.position, hash = excluded.hash, updated_at = excluded.updated_at`)

export const headsOf = (events: ReadonlyArray<DueEvent>): ReadonlyArray<Head> =>
  events.flatMap(({ chain, head_hash, head_position }) =>
    head_position === null || head_hash === null
      ? []
      : [{ organization_id: chain, position: head_position, hash: head_hash }]
  )
