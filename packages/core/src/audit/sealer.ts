import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schedule } from "effect"
import {
  bindStatement,
  deferStatements,
  inOneRoundTrip,
  makeClusterCheck,
  runSql,
  Statements,
  sqlText,
  statement
} from "../storage/index.ts"
import { chainLock, type Head, seal, type Unsealed } from "./chain.ts"
import { eventColumns, storedColumns } from "./rows.ts"
import { AuditTrail } from "./trail.ts"

/* The statements of the sealer. */

/** Allows one sealer at a time per database: "adw-seal" as a number. */
const lock = "x'6164772d7365616c'::bigint"

/** Larger ones cost less for each event, and requests wait longer behind them. */
const batchSize = 125

/** A row that counts a minute's rejections is sealed after that minute, plus time for requests in flight. */
const sealDelay = "interval '65 seconds'"

const isDue = `(window_start is null or window_start < now() - ${sealDelay})`

/** An event that is due, with the head of its chain; null for a chain without events. */
interface DueEvent extends Unsealed {
  readonly sequence: number
  /** Whether the chain has this event already: a write with an unknown outcome is repeated under the same id. */
  readonly is_sealed: boolean
  readonly head_position: number | null
  readonly head_hash: string | null
}

/** A chain that this transaction has locked. */
interface HeldChain {
  readonly chain: number
}

/** Leaves out events that arrived after the chains were locked: a host can seal others in their chains meanwhile. */
const ofHeldChains = (
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
 * head of its chain: another statement could see events of other chains. An earlier copy of an event is looked up by
 * index for each event: for an `exists`, Postgres scans the whole table of sealed events.
 */
const statementsFor = (ofOrganization: string, ofChain: (table: string) => string) => ({
  readDue: statement(`
    select due.*, head.position as head_position, head.hash as head_hash, earlier.found is not null as is_sealed
    from (
      select organization_id as chain, sequence, ${eventColumns} from audit_unsealed
      where ${ofOrganization}${isDue} order by sequence limit ${batchSize}
    ) due left join audit_chains head on ${ofChain("head")}head.organization_id = due.chain
    left join lateral (
      select true as found from audit_sealed sealed
      where ${ofChain("sealed")}sealed.organization_id = due.chain and sealed.at = due.at and sealed.id = due.id limit 1
    ) earlier on true
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
const ofAll = { lock: lockChains, ...statementsFor("$1::bigint is null and ", () => "") }
const ofOne = {
  lock: lockChain,
  ...statementsFor("organization_id = $1 and ", (table) => `${table}.organization_id = $1 and `)
}

const moveHeads = statement(`
  insert into audit_chains (organization_id, position, hash)
  select organization_id, position, hash from json_to_recordset($1::json)
    as h (organization_id bigint, position bigint, hash text)
  on conflict (organization_id) do update
    set position = excluded.position, hash = excluded.hash, updated_at = excluded.updated_at`)

const headsOf = (events: ReadonlyArray<DueEvent>): ReadonlyArray<Head> =>
  events.flatMap(({ chain, head_hash, head_position }) =>
    head_position === null || head_hash === null
      ? []
      : [{ organization_id: chain, position: head_position, hash: head_hash }]
  )

/** A quiet service seals a second after a request. */
const maxPauseMillis = 1000

/**
 * Returns the pause before the next batch, which follows the load: full batches halve it, small ones double it. Batches
 * are thus spread evenly over time. Sealing a busy second's events at once would delay the requests of that time.
 */
export const nextPauseMillis = (pause: number, sealed: number): number => {
  if (sealed >= batchSize) return pause / 2
  return sealed < batchSize / 2 ? Math.min(maxPauseMillis, pause * 2) : pause
}

/** Leaves out events that are sealed already, and repetitions. */
const withoutRepeated = (events: ReadonlyArray<DueEvent>): ReadonlyArray<DueEvent> => {
  const seen = new Set<string>()
  return events.filter(({ id, is_sealed }) => {
    if (is_sealed || seen.has(id)) return false
    seen.add(id)
    return true
  })
}

/** Counting more would take too long for a figure that is read every few seconds. */
const maxCounted = 100_000

/** Reads how many events wait to be sealed, and how long the oldest that is due has waited. */
export const sealingLag = Effect.map(
  runSql<{ readonly unsealed: number; readonly oldestSeconds: number }>`
    select (select count(*)::int from (select 1 from audit_unsealed limit ${maxCounted}) counted) as unsealed,
      coalesce((select extract(epoch from now() - at)::float8 from audit_unsealed
        where ${sqlText(isDue)} order by sequence limit 1), 0) as "oldestSeconds"`,
  ([lag]) => lag!
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const trail = yield* AuditTrail
  const isCluster = makeClusterCheck(yield* Statements)

  /**
   * Seals the first events that are due, of all organizations or of one, and returns their number. It takes two round
   * trips: a batch's own cost would otherwise be most of the work while there are few events.
   */
  const sealBatch = (organization: number | null) =>
    Effect.gen(function* () {
      const { lock, move, readDue } = organization === null ? ofAll : ofOne
      const [held, due] = yield* inOneRoundTrip([
        bindStatement<HeldChain>(lock, [organization]),
        bindStatement<DueEvent>(readDue, [organization])
      ])
      const found = ofHeldChains(due, held)
      if (found.length === 0) return { count: 0, heads: [] }
      const events = withoutRepeated(found)
      const { heads, sealed } = seal(events, headsOf(events))
      const positions = sealed.map((position, n) => ({ sequence: events[n]!.sequence, ...position }))
      yield* deferStatements(
        bindStatement(move, [organization, found.map(({ sequence }) => sequence), JSON.stringify(positions)]),
        bindStatement(moveHeads, [JSON.stringify(heads)])
      )
      return { count: found.length, heads }
    }).pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      (sealing) => sql.withTransaction(sealing),
      Effect.map(({ count, heads }) => {
        trail.learnHeads(heads)
        return count
      })
    )

  const sealWhileFull = (batch: Effect.Effect<number, SqlError>): Effect.Effect<number, SqlError> =>
    Effect.iterate(
      { total: 0, last: batchSize },
      {
        while: ({ last }) => last >= batchSize,
        body: ({ total }) => Effect.map(batch, (last) => ({ total: total + last, last }))
      }
    ).pipe(Effect.map(({ total }) => total))

  /** On a cluster, a batch of several organizations would lock and commit on several nodes. */
  const sealByOrganization = Effect.gen(function* () {
    const due = yield* sql<{ id: number }>`
      select distinct organization_id as id from audit_unsealed where ${sql.literal(isDue)}`
    const counts = yield* Effect.forEach(due, ({ id }) => sealWhileFull(sealBatch(id)))
    return counts.reduce((sum, count) => sum + count, 0)
  })

  const sealAll = Effect.flatMap(isCluster, (cluster) =>
    cluster ? sealByOrganization : sealWhileFull(sealBatch(null))
  )

  let pause = maxPauseMillis
  const pauseAndSeal = Effect.suspend(() => Effect.sleep(pause)).pipe(
    Effect.zipRight(Effect.flatMap(isCluster, (cluster) => (cluster ? sealByOrganization : sealBatch(null)))),
    Effect.tap((sealed) =>
      Effect.sync(() => {
        pause = nextPauseMillis(pause, sealed)
      })
    )
  )

  const follow = trail.written.await.pipe(
    Effect.zipRight(Effect.sync(() => trail.written.unsafeClose())),
    Effect.zipRight(Effect.repeat(pauseAndSeal, { while: (sealed) => sealed >= batchSize })),
    Effect.catchAllCause((cause) =>
      Effect.logWarning("Sealing the audit trail failed; trying again", cause).pipe(
        Effect.zipRight(Effect.sleep("2 seconds")),
        Effect.zipRight(Effect.sync(() => trail.written.unsafeOpen()))
      )
    ),
    Effect.repeat(Schedule.forever),
    Effect.asVoid
  )

  return { sealAll, follow }
})

/** Chains the audit events of each organization by hash, after their requests have finished. */
export class AuditSealer extends Context.Tag("@adwarden/AuditSealer")<
  AuditSealer,
  {
    /** Seals all pending events and returns their number; 0 also if another host is sealing. */
    readonly sealAll: Effect.Effect<number, SqlError>
    /** Seals after every write and never ends. */
    readonly follow: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(AuditSealer, make)
}
