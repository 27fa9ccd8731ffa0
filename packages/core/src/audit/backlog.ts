import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"

/** About 10 MB. A host that serves more requests than this without a database has a different problem. */
export const maxEvents = 10_000
const retryEveryMillis = 500

export interface AuditBacklog<Event> {
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
