import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Chunk, Clock, Effect, Option, Stream } from "effect"
import type { AuditEvent } from "../contract/index.ts"
import { readSealed, readStretch, readUnsealed } from "./audit-rows.ts"
import { auditWindow } from "./audit-window.ts"
import { handler } from "./handler.ts"
import type { Rows } from "./rows.ts"

/** So many events are in memory at a time, whoever reads them and however slowly. */
const most = 500

/** What a list read in pieces gives, one piece after the other, each asked for when the one before has been taken. */
const inPieces = (
  first: number,
  last: number,
  read: (from: number, to: number) => Effect.Effect<ReadonlyArray<AuditEvent>, SqlError>
): Rows<AuditEvent> =>
  Stream.paginateChunkEffect(first, (from) => {
    const to = Math.min(last, from + most - 1)
    return Effect.map(
      from > last ? Effect.succeed([]) : read(from, to),
      (events) => [Chunk.unsafeFromArray(events), to < last ? Option.some(to + 1) : Option.none()] as const
    )
  })

/**
 * Every event of a window in the order of the chain, and what is not sealed yet behind it. No transaction is open and no
 * connection held between two pieces, so that a reader may take its time; what belongs to the export is settled when it
 * begins.
 */
export const exportAudit = handler(
  "audit.export",
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      ({ organization }, period) =>
        Effect.gen(function* () {
          const window = auditWindow(period, yield* Clock.currentTimeMillis)
          const { first, head, last, unsealed } = yield* readStretch(sql, organization.id, window)
          const sealed = inPieces(first, last, (from, to) => readSealed(sql, organization.id, from, to))
          const open = inPieces(0, unsealed.length - 1, (from, to) =>
            readUnsealed(sql, organization.id, unsealed.slice(from, to + 1))
          )
          return {
            total: (last === 0 ? 0 : last - first + 1) + unsealed.length,
            head,
            events: Stream.concat(last === 0 ? Stream.empty : sealed, open)
          }
        })
  )
)
