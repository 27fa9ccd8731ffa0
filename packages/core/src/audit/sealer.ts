import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schedule } from "effect"
import { type AuditEvent, randomBase62 } from "../contract/index.ts"
import { makeClusterCheck, runSql, Statements, sqlText } from "../storage/index.ts"
import { auditHash, genesis, personalColumns } from "./hash.ts"
import { eventColumns, storedColumns } from "./rows.ts"
import { AuditTrail } from "./trail.ts"

/** Allows one sealer at a time per database: "adw-seal" as a number. */
const lock = "x'6164772d7365616c'::bigint"
const batchSize = 250

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

/** A row that counts a minute's rejections is sealed after that minute, plus time for requests in flight. */
const sealDelay = "interval '65 seconds'"

interface Unsealed extends Omit<AuditEvent, "hash" | "previous_hash" | "personal_key"> {
  readonly chain: number
}
interface Head {
  readonly organization_id: number
  readonly position: number
  readonly hash: string
}

/**
 * Assigns chain positions to events, in order, after the heads of their chains. Each gets a random key for its
 * personal values. It touches no database, so property tests can check it.
 */
export const seal = (events: ReadonlyArray<Unsealed>, heads: ReadonlyArray<Head>) => {
  const chainHeads = new Map(
    heads.map((head) => [head.organization_id, { position: head.position, hash: head.hash }])
  )
  const sealed = events.map((event) => {
    const { chain } = event
    const head = chainHeads.get(chain) ?? { position: 0, hash: genesis }
    const hasPersonalValue = personalColumns.some((column) => event[column] !== null)
    const personal_key = hasPersonalValue ? randomBase62(22) : null
    const hash = auditHash({ ...event, previous_hash: head.hash, personal_key })
    const next = { position: head.position + 1, hash }
    chainHeads.set(chain, next)
    return { previous_hash: head.hash, personal_key, ...next }
  })
  const chains = new Set(events.map((event) => event.chain))
  return {
    sealed,
    heads: [...chains].map((organization_id) => ({ organization_id, ...chainHeads.get(organization_id)! }))
  }
}

/**
 * Leaves out events that are sealed already, and repetitions. A write with an unknown outcome is repeated under the
 * same id, and both can succeed.
 */
export const withoutRepeated = <Event extends { readonly id: string }>(
  events: ReadonlyArray<Event>,
  sealedIds: ReadonlyArray<string>
): ReadonlyArray<Event> => {
  const seen = new Set(sealedIds)
  return events.filter(({ id }) => {
    if (seen.has(id)) return false
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
        where window_start is null or window_start < now() - ${sqlText(sealDelay)}
        order by sequence limit 1), 0) as "oldestSeconds"`,
  ([lag]) => lag!
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const trail = yield* AuditTrail
  const isCluster = makeClusterCheck(yield* Statements)

  const isDue = `(window_start is null or window_start < now() - ${sealDelay})`

  /** The ids of those events that an earlier pass has sealed. Only events of failed requests are written twice. */
  const sealedAlready = (events: ReadonlyArray<Unsealed & { readonly sequence: number }>) => {
    const failed = events.filter(({ status_code }) => status_code >= 500)
    if (failed.length === 0) return Effect.succeed([])
    return Effect.map(
      sql<{ id: string }>`
        select s.id from audit_unsealed u
        join audit_sealed s on s.organization_id = u.organization_id and s.at = u.at and s.id = u.id
        where u.organization_id = any(${[...new Set(failed.map(({ chain }) => chain))]})
          and u.sequence = any(${failed.map(({ sequence }) => sequence)})`,
      (rows) => rows.map(({ id }) => id)
    )
  }

  /** Seals the first events that are due, of all organizations or of one, and returns their number. */
  const sealBatch = (organization: number | null) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const [lockRow] = yield* sql<{
          taken: boolean
        }>`select pg_try_advisory_xact_lock(${sql.literal(lock)}) as taken`
        if (lockRow?.taken !== true) return 0
        const ofOrganization = organization === null ? sql`` : sql`organization_id = ${organization} and `
        const found = yield* sql<Unsealed & { readonly sequence: number }>`
          select organization_id as chain, sequence, ${sql.literal(eventColumns)} from audit_unsealed
          where ${ofOrganization}${sql.literal(isDue)} order by sequence limit ${batchSize}`
        if (found.length === 0) return 0
        const repeated = yield* sealedAlready(found)
        const events = withoutRepeated(found, repeated)
        const known = yield* sql<Head>`
          select organization_id, position, hash from audit_chains
          where organization_id = any(${[...new Set(events.map((event) => event.chain))]})`
        const { heads, sealed } = seal(events, known)
        const positions = sealed.map((position, n) => ({ sequence: events[n]!.sequence, ...position }))
        yield* sql`
          with gone as (
            delete from audit_unsealed
            where ${ofOrganization}sequence = any(${found.map((event) => event.sequence)}) returning *
          )
          insert into audit_sealed (position, previous_hash, hash, personal_key, organization_id, ${sql.literal(storedColumns)})
          select s.position, s.previous_hash, s.hash, s.personal_key, gone.organization_id, ${sql.literal(storedColumns)}
          from gone join json_to_recordset(${JSON.stringify(positions)}::json)
            as s (sequence bigint, position bigint, previous_hash text, hash text, personal_key text) using (sequence)`
        yield* sql`
          insert into audit_chains (organization_id, position, hash)
          select organization_id, position, hash from json_to_recordset(${JSON.stringify(heads)}::json)
            as h (organization_id bigint, position bigint, hash text)
          on conflict (organization_id) do update
            set position = excluded.position, hash = excluded.hash, updated_at = excluded.updated_at`
        return found.length
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
