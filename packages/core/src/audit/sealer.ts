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
  sqlText
} from "../storage/index.ts"
import { seal } from "./chain.ts"
import {
  batchSize,
  type DueEvent,
  headsOf,
  isDue,
  lockSealing,
  moveHeads,
  ofAll,
  ofOne
} from "./sealing-statements.ts"
import { AuditTrail } from "./trail.ts"

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
    sql.withTransaction(
      Effect.gen(function* () {
        const { move, readDue } = organization === null ? ofAll : ofOne
        const [locked, found] = yield* inOneRoundTrip([
          bindStatement(lockSealing, []),
          bindStatement<DueEvent>(readDue, [organization])
        ])
        if (locked.length === 0 || found.length === 0) return 0
        const events = withoutRepeated(found)
        const { heads, sealed } = seal(events, headsOf(events))
        const positions = sealed.map((position, n) => ({ sequence: events[n]!.sequence, ...position }))
        yield* deferStatements(
          bindStatement(move, [
            organization,
            found.map(({ sequence }) => sequence),
            JSON.stringify(positions)
          ]),
          bindStatement(moveHeads, [JSON.stringify(heads)])
        )
        return found.length
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
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
