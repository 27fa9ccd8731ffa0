import { Effect } from "effect"
import { type InSpan, statementName } from "../telemetry/index.ts"
import type { Statement } from "./statement.ts"

/**
 * Combines concurrent work into batches. At most `concurrency` flushes run at once, and items that arrive
 * meanwhile wait for the next one. There is no timer: a lone item is flushed at once.
 */
export interface Batch<Item, Result, E> {
  readonly add: (item: Item) => Effect.Effect<Result, E>
}

interface QueuedItem<Item, Result, E> {
  readonly item: Item
  readonly resume: (effect: Effect.Effect<Result, E>) => void
}

export const makeBatch = <Item, Result, E>(options: {
  readonly maxSize: number
  /** The maximum number of concurrent flushes. */
  readonly concurrency: number
  /** Returns the results in the order of the items. */
  readonly flush: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, E>
  /** The statement that a flush runs. Each item has a span of its own for it, because a flush belongs to no request. */
  readonly statement: Statement
  readonly inSpan: InSpan
}): Batch<Item, Result, E> => {
  let queue: Array<QueuedItem<Item, Result, E>> = []
  let inFlight = 0

  const flushNext = (): void => {
    if (queue.length === 0 || inFlight >= options.concurrency) return
    const batch = queue.length > options.maxSize ? queue.splice(0, options.maxSize) : queue
    if (batch === queue) queue = []
    inFlight++
    Effect.runCallback(options.flush(batch.map((queued) => queued.item)), {
      onExit: (exit) => {
        inFlight--
        batch.forEach((queued, index) => {
          queued.resume(
            exit._tag === "Success" ? Effect.succeed(exit.value[index]!) : Effect.failCause(exit.cause)
          )
        })
        flushNext()
      }
    })
  }

  const spanName = `${statementName(options.statement.text)} (shared)`
  return {
    add: (item) =>
      options.inSpan(
        spanName,
        Effect.async((resume) => {
          queue.push({ item, resume })
          flushNext()
        }),
        { kind: "client" }
      )
  }
}
