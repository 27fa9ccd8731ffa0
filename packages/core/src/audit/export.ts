import * as SqlClient from "@effect/sql/SqlClient"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import type { AuditEvent } from "../contract/index.ts"
import { handler, type Rows } from "../request/handler.ts"
import { auditRows, type Stretch } from "./rows.ts"
import { auditWindow } from "./window.ts"

/** So many events are in memory at a time, whoever reads them and however slowly. */
const most = 500

type Trail = ReturnType<typeof auditRows>

const sealedEvents = (trail: Trail, { first, last }: Stretch): Rows<AuditEvent> =>
  Stream.paginateChunkEffect(first - 1, (after) =>
    Effect.map(trail.sealed(after, last, most), (placed) => [
      Chunk.unsafeFromArray(placed.map(({ event }) => event)),
      placed.length < most ? Option.none() : Option.some(placed.at(-1)!.position)
    ])
  )

const unsealedEvents = (trail: Trail, { end, unsealed }: Stretch): Rows<AuditEvent> =>
  Stream.fromIterable(unsealed).pipe(
    Stream.grouped(most),
    Stream.mapEffect((some) => trail.unsealed(end, Chunk.toReadonlyArray(some))),
    Stream.map(Chunk.unsafeFromArray),
    Stream.flattenChunks
  )

/** As many as were promised, or no end at all: retention may come by while somebody reads. */
const promised = (total: number, events: Rows<AuditEvent>): Rows<AuditEvent> =>
  Stream.suspend(() => {
    let left = total
    const counted = Stream.mapChunks(events, (chunk) => {
      left -= chunk.length
      return chunk
    })
    const ended = Stream.suspend(() =>
      left === 0
        ? Stream.empty
        : Stream.dieMessage(`${left} of ${total} events went while they were exported`)
    )
    return Stream.concat(counted, ended)
  })

/**
 * Every event of a window in the order of the chain, and what is not sealed yet behind it. What belongs to the export is
 * settled when it begins. Then no transaction is open and no connection held between two pieces, so that a reader may
 * take its time.
 */
export const exportAudit = handler(
  "audit.export",
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      ({ organization }, period) =>
        Effect.gen(function* () {
          const trail = auditRows(sql, organization.id)
          const stretch = yield* trail.stretch(auditWindow(period, yield* Clock.currentTimeMillis))
          const total = stretch.sealed + stretch.unsealed.length
          const events = Stream.concat(sealedEvents(trail, stretch), unsealedEvents(trail, stretch))
          return { total, head: stretch.head, events: promised(total, events) }
        })
  )
)
