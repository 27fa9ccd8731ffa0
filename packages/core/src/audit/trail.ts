import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Scope } from "effect"
import type { AuditDraft, AuditOutcome, AuditRecord } from "../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { makeBatch } from "../storage/batch.ts"
import { deferStatements, inTransaction, Statements } from "../storage/index.ts"
import type { Head } from "./chain.ts"
import {
  type CountedRecord,
  insertCounted,
  insertEvent,
  makeInsertion,
  newAuditId,
  storedIds
} from "./insertion.ts"
import { insertSealed, makeSealedInsertion } from "./sealed-insertion.ts"

/** About 10 MB. A host that serves more requests than this without a database has a different problem. */
const maxEvents = 10_000
const retryEveryMillis = 500

interface AuditBacklog<Event> {
  /** Stores an event in memory until the database accepts it, without waiting. */
  readonly add: (event: Event) => void
  /** Whether no event waits. */
  readonly isEmpty: () => boolean
  /** Writes all events that wait; fails if the database is still away. */
  readonly flush: Effect.Effect<void, SqlError>
}

/**
 * Events of requests that were answered `unavailable` during a database outage. They stay in memory and are
 * written once the database is back. Events beyond the limit, and events left when the host stops, are
 * counted and logged.
 */
export const makeAuditBacklog = <Event>(options: {
  readonly write: (events: ReadonlyArray<Event>) => Effect.Effect<unknown, SqlError>
  readonly maxSize?: number
}): Effect.Effect<AuditBacklog<Event>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const maxSize = options.maxSize ?? maxEvents
    const waiting: Array<Event> = []
    const latch = yield* Effect.makeLatch()
    const lock = yield* Effect.makeSemaphore(1)
    let dropped = 0

    const writeBatch = Effect.suspend(() => {
      const events = waiting.slice(0, 1000)
      return Effect.map(options.write(events), () => void waiting.splice(0, events.length))
    })
    const logDropped = Effect.suspend(() => {
      const count = dropped
      dropped = 0
      return count === 0
        ? Effect.void
        : Effect.logError(
            `${count} audit events could not be kept while the database was away. The request log has their lines.`
          )
    })
    const flush = Effect.gen(function* () {
      while (waiting.length > 0) yield* writeBatch
      latch.unsafeClose()
      yield* logDropped
    }).pipe(lock.withPermits(1))
    const retry = Effect.zipRight(latch.await, flush)
    yield* Effect.forkScoped(Effect.forever(Effect.catchAll(retry, () => Effect.sleep(retryEveryMillis))))
    // A stopping host makes one last attempt to write them.
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        if (waiting.length > 0) yield* Effect.timeoutOption(Effect.ignore(flush), "3 seconds")
        dropped += waiting.length
        yield* logDropped
      })
    )
    return {
      add: (event) => {
        if (waiting.length >= maxSize) dropped++
        else waiting.push(event)
        latch.unsafeOpen()
      },
      isEmpty: () => waiting.length === 0,
      flush
    }
  })

/** Writes an event in the open transaction, so that the change and its event commit together. */
export const recordInTransaction = (
  draft: AuditDraft,
  outcome: AuditOutcome
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  deferStatements(insertEvent({ id: newAuditId(), count: 1, ...draft, ...outcome }))

/** Runs an effect and writes its event in one transaction. */
export const withAuditEvent = <A, E>(
  audit: AuditDraft,
  work: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<HandlerResponse<A>, E | SqlError, SqlClient.SqlClient> =>
  work.pipe(
    Effect.tap(() => recordInTransaction(audit, { status_code: 200, error_code: null })),
    Effect.map((output) => ({ ...respondWith(output), audited: true })),
    inTransaction
  )

/** The event of a response. It has one id for all attempts: one can succeed although its outcome is unknown. */
type ResponseEvent = AuditRecord & { readonly id: string }

/** How long a response waits for its event while the database does not respond. */
const unavailableWaitMillis = 1_000

interface LimitedRequest {
  readonly event: AuditRecord
  readonly subject: string
}

/** One row per subject, with the facts of its first rejection. */
const bySubject = (refusals: ReadonlyArray<LimitedRequest>): ReadonlyArray<CountedRecord> => {
  const rows = new Map<string, CountedRecord>()
  for (const { event, subject } of refusals) {
    const row = rows.get(subject) ?? { ...event, id: newAuditId(), count: 0, window_subject: subject }
    rows.set(subject, { ...row, count: row.count + 1 })
  }
  return [...rows.values()]
}

/**
 * Stores an event for every request. A response waits until its event is committed. Concurrent requests share
 * one insert, which keeps the wait short.
 */
export class AuditTrail extends Context.Tag("@adwarden/AuditTrail")<
  AuditTrail,
  {
    readonly record: (event: ResponseEvent) => Effect.Effect<void, SqlError>
    /** Records a rate-limit rejection: one event counts all rejections of a subject within a minute. */
    readonly recordLimited: (event: AuditRecord, subject: string) => Effect.Effect<void, SqlError>
    /**
     * Tries to store the event of a request answered `unavailable`, for a second at most, unless an earlier attempt has
     * stored it. If that fails, the event waits in memory and is written when the database is back. Returns whether
     * the event is stored.
     */
    readonly recordOrDelay: (event: ResponseEvent) => Effect.Effect<boolean>
    /** Whether events wait in memory. */
    readonly hasDelayed: () => boolean
    /** Writes the events that wait in memory, if the database is back. */
    readonly writeDelayed: Effect.Effect<void>
    /** Opens when there is something to seal; the sealer closes it. */
    readonly written: Effect.Latch
    /** Tells this host the heads of chains that the sealer has moved, so that it can seal the next events itself. */
    readonly learnHeads: (heads: ReadonlyArray<Head>) => void
  }
>() {
  static readonly layer = Layer.scoped(
    AuditTrail,
    Effect.gen(function* () {
      const statements = yield* Statements
      const insertion = makeInsertion(statements)
      const sealedInsertion = makeSealedInsertion(statements, insertion.events)
      // Open at the start: a host that was killed may have left events.
      const written = yield* Effect.makeLatch(true)
      /** Signals the sealer, unless the work has sealed everything itself. */
      const signalWritten = (items: ReadonlyArray<unknown>, work: Effect.Effect<unknown, SqlError>) =>
        Effect.map(work, (isWaiting) => {
          if (isWaiting !== false) written.unsafeOpen()
          return items.map(() => undefined)
        })

      const events = makeBatch({
        maxSize: 1000,
        concurrency: 1,
        statement: insertSealed,
        inSpan: statements.inSpan,
        flush: (events: ReadonlyArray<CountedRecord>) => signalWritten(events, sealedInsertion.insert(events))
      })

      const refusals = makeBatch({
        maxSize: 5000,
        concurrency: 1,
        statement: insertCounted,
        inSpan: statements.inSpan,
        flush: (limited: ReadonlyArray<LimitedRequest>) =>
          signalWritten(limited, insertion.counted(bySubject(limited)))
      })

      const insertMissing = (events: ReadonlyArray<CountedRecord>) =>
        signalWritten(events, insertion.missing(events))
      const missing = makeBatch({
        maxSize: 1000,
        concurrency: 1,
        statement: storedIds,
        inSpan: statements.inSpan,
        flush: insertMissing
      })
      const backlog = yield* makeAuditBacklog<CountedRecord>({ write: insertMissing })

      const recordOrDelay = (event: ResponseEvent) => {
        const row = { count: 1, ...event }
        return missing.add(row).pipe(
          // If only a connection was lost, the second attempt waits for the next one.
          Effect.retry({ times: 1 }),
          Effect.timeout(unavailableWaitMillis),
          Effect.as(true),
          Effect.catchAll(() => {
            backlog.add(row)
            return Effect.succeed(false)
          })
        )
      }

      return {
        record: (event) => events.add({ count: 1, ...event }),
        recordOrDelay,
        hasDelayed: () => !backlog.isEmpty(),
        // The first attempt can meet a connection that the outage has closed.
        writeDelayed: Effect.ignore(Effect.retry(backlog.flush, { times: 1 })),
        recordLimited: (event, subject) => refusals.add({ event, subject }),
        written,
        learnHeads: sealedInsertion.learnHeads
      }
    })
  )
}
