import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Scope } from "effect"

/** About 10 MB. A host that answers more requests than this without a database has a different problem. */
export const maxEvents = 10_000
const retryEveryMillis = 500

export interface AuditBacklog<Event> {
  /** Keeps an event until the database takes it. Nobody waits for it. */
  readonly add: (event: Event) => void
}

/**
 * Events of requests that were answered `unavailable`: the database was away, so they are kept in memory and written as
 * soon as it is back. What cannot be kept is counted and logged, and so is what is left when the host stops.
 */
export const makeAuditBacklog = <Event>(options: {
  readonly write: (events: ReadonlyArray<Event>) => Effect.Effect<unknown, SqlError>
  readonly maxSize?: number
}): Effect.Effect<AuditBacklog<Event>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const maxSize = options.maxSize ?? maxEvents
    const waiting: Array<Event> = []
    const latch = yield* Effect.makeLatch()
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
      yield* latch.await
      while (waiting.length > 0) yield* writeBatch
      latch.unsafeClose()
      yield* logDropped
    })
    yield* Effect.forkScoped(Effect.forever(Effect.catchAll(flush, () => Effect.sleep(retryEveryMillis))))
    // A host that stops gives the database one more chance.
    yield* Effect.addFinalizer(() =>
      Effect.gen(function* () {
        if (waiting.length > 0) yield* Effect.timeoutOption(Effect.ignore(writeBatch), "3 seconds")
        dropped += waiting.length
        yield* logDropped
      })
    )
    return {
      add: (event) => {
        if (waiting.length >= maxSize) dropped++
        else waiting.push(event)
        latch.unsafeOpen()
      }
    }
  })
