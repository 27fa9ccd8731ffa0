import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schedule } from "effect"
import type { AuditEvent } from "../contract/index.ts"
import { auditHash, genesis } from "./hash.ts"
import { eventColumns, storedColumns } from "./rows.ts"
import { AuditTrail } from "./trail.ts"

/** One sealer at a time in the whole database: "adw-seal" as a number. */
const lock = "x'6164772d7365616c'::bigint"
const batchSize = 2000

/** A row that counts a minute's refusals is sealed when that is over, and what was on its way then has arrived. */
const sealDelay = "interval '65 seconds'"

interface Unsealed extends Omit<AuditEvent, "hash" | "previous_hash"> {
  readonly chain: number
}
interface Head {
  readonly organization_id: number
  readonly position: number
  readonly hash: string
}

/** The places of events, in their order, behind the heads of their chains. Pure, so that it can be proved. */
export const seal = (events: ReadonlyArray<Unsealed>, heads: ReadonlyArray<Head>) => {
  const chainHeads = new Map(
    heads.map((head) => [head.organization_id, { position: head.position, hash: head.hash }])
  )
  const sealed = events.map((event) => {
    const { chain } = event
    const head = chainHeads.get(chain) ?? { position: 0, hash: genesis }
    const hash = auditHash({ ...event, previous_hash: head.hash })
    const next = { position: head.position + 1, hash }
    chainHeads.set(chain, next)
    return { previous_hash: head.hash, ...next }
  })
  const chains = new Set(events.map((event) => event.chain))
  return {
    sealed,
    heads: [...chains].map((organization_id) => ({ organization_id, ...chainHeads.get(organization_id)! }))
  }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const trail = yield* AuditTrail

  const sealBatch = sql.withTransaction(
    Effect.gen(function* () {
      const [lockRow] = yield* sql<{
        taken: boolean
      }>`select pg_try_advisory_xact_lock(${sql.literal(lock)}) as taken`
      if (lockRow?.taken !== true) return 0
      const events = yield* sql<Unsealed & { readonly sequence: number }>`
        select organization_id as chain, sequence, ${sql.literal(eventColumns)} from audit_unsealed
        where window_start is null or window_start < now() - ${sql.literal(sealDelay)}
        order by sequence limit ${batchSize}`
      if (events.length === 0) return 0
      const known = yield* sql<Head>`
        select organization_id, position, hash from audit_chains
        where organization_id = any(${[...new Set(events.map((event) => event.chain))]})`
      const { heads, sealed } = seal(events, known)
      const positions = sealed.map((position, n) => ({ sequence: events[n]!.sequence, ...position }))
      yield* sql`
        with gone as (
          delete from audit_unsealed where sequence = any(${events.map((event) => event.sequence)}) returning *
        )
        insert into audit_sealed (position, previous_hash, hash, organization_id, ${sql.literal(storedColumns)})
        select s.position, s.previous_hash, s.hash, gone.organization_id, ${sql.literal(storedColumns)}
        from gone join json_to_recordset(${JSON.stringify(positions)}::json)
          as s (sequence bigint, position bigint, previous_hash text, hash text) using (sequence)`
      yield* sql`
        insert into audit_chains (organization_id, position, hash)
        select organization_id, position, hash from json_to_recordset(${JSON.stringify(heads)}::json)
          as h (organization_id bigint, position bigint, hash text)
        on conflict (organization_id) do update
          set position = excluded.position, hash = excluded.hash, updated_at = excluded.updated_at`
      return events.length
    })
  )

  const sealAll = Effect.iterate(
    { total: 0, last: batchSize },
    {
      while: ({ last }) => last === batchSize,
      body: ({ total }) => Effect.map(sealBatch, (last) => ({ total: total + last, last }))
    }
  ).pipe(Effect.map(({ total }) => total))

  // Right behind the trail, but never in its way: a pause lets a busy second's events share one pass.
  const follow = trail.written.await.pipe(
    Effect.zipRight(Effect.sync(() => trail.written.unsafeClose())),
    Effect.zipRight(Effect.sleep("1 second")),
    Effect.zipRight(sealAll),
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

/** Chains the audit events of each organization by hash, behind the requests that made them. */
export class AuditSealer extends Context.Tag("@adwarden/AuditSealer")<
  AuditSealer,
  {
    /** Seals what is there and says how much that was; 0 also when another host is at it. */
    readonly sealAll: Effect.Effect<number, SqlError>
    /** Goes on for ever, whenever something was written. */
    readonly follow: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(AuditSealer, make)
}
