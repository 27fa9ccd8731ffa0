import type { SqlError } from "@effect/sql/SqlError"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import type { AuditEvent } from "../contract/index.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { handler, type Rows, respondWith } from "../request/handler.ts"
import { makeReplicaReader, type ReplicaReader } from "../storage/index.ts"
import { type AuditWindow, auditRows, auditWindow, type ChainRange } from "./rows.ts"

/** The number of events in memory at a time, for any reader speed. */
const pageSize = 500

/** Reads parts of one organization's trail, each from the replica if there is one. */
type ReadTrail = <A>(
  read: (trail: ReturnType<typeof auditRows>) => Effect.Effect<A, SqlError>
) => Effect.Effect<A, SqlError>

const sealedEvents = (readTrail: ReadTrail, { first, last }: ChainRange): Rows<AuditEvent> =>
  Stream.paginateChunkEffect(first - 1, (after) =>
    Effect.map(
      readTrail((trail) => trail.readSealed(after, last, pageSize)),
      (sealed) => [
        Chunk.unsafeFromArray(sealed.map(({ event }) => event)),
        sealed.length < pageSize ? Option.none() : Option.some(sealed.at(-1)!.position)
      ]
    )
  )

const unsealedEvents = (readTrail: ReadTrail, { end, unsealed }: ChainRange): Rows<AuditEvent> =>
  Stream.fromIterable(unsealed).pipe(
    Stream.grouped(pageSize),
    Stream.mapEffect((sequences) =>
      readTrail((trail) => trail.readUnsealed(end, Chunk.toReadonlyArray(sequences)))
    ),
    Stream.map(Chunk.unsafeFromArray),
    Stream.flattenChunks
  )

/** Ends the stream only if all `total` events were sent: retention can delete events during the export. */
const failUnlessComplete = (total: number, events: Rows<AuditEvent>): Rows<AuditEvent> =>
  Stream.suspend(() => {
    let left = total
    const counted = Stream.mapChunks(events, (chunk) => {
      left -= chunk.length
      return chunk
    })
    const checkTotal = Stream.suspend(() =>
      left === 0
        ? Stream.empty
        : Stream.dieMessage(`${left} of ${total} events went while they were exported`)
    )
    return Stream.concat(counted, checkTotal)
  })

/**
 * Exports every event of a window in chain order, followed by the events that are not sealed yet. The
 * export's content is fixed when it begins. Between two pages, no transaction is open and no connection is
 * held, so a reader can be slow.
 */
const exportWindow = (onReplica: ReplicaReader, organization: number, window: AuditWindow) =>
  Effect.gen(function* () {
    const readTrail: ReadTrail = (read) => onReplica((sql) => read(auditRows(sql, organization)))
    const range = yield* readTrail((trail) => trail.readRange(window))
    const total = range.sealed + range.unsealed.length
    const events = Stream.concat(sealedEvents(readTrail, range), unsealedEvents(readTrail, range))
    return { total, head: range.head, events: failUnlessComplete(total, events) }
  })

export const exportAudit = handler(
  "audit.export",
  Effect.map(
    makeReplicaReader,
    (onReplica) =>
      ({ organization }, period) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          exportWindow(onReplica, organization.id, auditWindow(period, now))
        )
  )
)

/** The whole audit trail of an organization. */
export interface WholeTrail {
  readonly total: number
  readonly head: string | null
  readonly events: ReadonlyArray<AuditEvent>
}

/** Operators export a whole trail, also that of a deleted organization, which has no owner left to do so. */
export const auditTrailEndpoint = Effect.map(
  makeReplicaReader,
  (onReplica) =>
    (organization: string): Endpoint<WholeTrail> => ({
      name: "audit.export_trail",
      admits: "operators",
      organization,
      run: ({ organization: { id } }) =>
        Effect.gen(function* () {
          const { events, head, total } = yield* exportWindow(onReplica, id, { from: 0, before: null })
          return respondWith({ total, head, events: Chunk.toReadonlyArray(yield* Stream.runCollect(events)) })
        })
    })
)
