import { statement } from "../storage/index.ts"
import type { Head, Unsealed } from "./chain.ts"
import { eventColumns, storedColumns } from "./rows.ts"

/* The statements of the sealer. */

/** Allows one sealer at a time per database: "adw-seal" as a number. */
const lock = "x'6164772d7365616c'::bigint"

/** The lock of one chain, which hosts and the sealer hold while they move its head. Two chains can share a lock. */
export const chainLock = (chain: string): string => `x'61647763'::int, (${chain} & x'7fffffff'::bigint)::int`

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

/** A chain that this transaction has locked. */
export interface HeldChain {
  readonly chain: number
}

/** Leaves out events that arrived after the chains were locked: a host can seal others in their chains meanwhile. */
export const ofHeldChains = (
  due: ReadonlyArray<DueEvent>,
  held: ReadonlyArray<HeldChain>
): ReadonlyArray<DueEvent> => {
  const chains = new Set(held.map(({ chain }) => chain))
  return due.filter(({ chain }) => chains.has(chain))
}

/**
 * Locks the chains of the events that are due, if no other sealer works. Hosts seal events too, as they write them, but
 * wait for no lock, so a sealer waits for one statement of theirs at most.
 */
const lockChains = statement(`
  with sealer as materialized (select pg_try_advisory_xact_lock(${lock}) as taken)
  select chain, pg_advisory_xact_lock(${chainLock("chain")}) from (
    select distinct organization_id as chain from (
      select organization_id from audit_unsealed where $1::bigint is null and ${isDue} order by sequence limit ${batchSize}
    ) due
  ) chains where (select taken from sealer)`)

/** On a cluster, where hosts do not seal, the sealer's own lock suffices. */
const lockChain = statement(`select $1::bigint as chain where pg_try_advisory_xact_lock(${lock})`)

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
export const ofAll = { lock: lockChains, ...statementsFor("$1::bigint is null and ", () => "") }
export const ofOne = {
  lock: lockChain,
  ...statementsFor("organization_id = $1 and ", (table) => `${table}.organization_id = $1 and `)
}

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
