import { Effect } from "effect"

/**
 * Work that is cheaper together. One flush is under way at a time for each of a few turns; what arrives
 * meanwhile waits and goes with the next. Nobody waits for a timer: a lone request flushes at once.
 */
export interface Batch<Item, Result, E> {
  readonly add: (item: Item) => Effect.Effect<Result, E>
}

interface Waiting<Item, Result, E> {
  readonly item: Item
  readonly resume: (effect: Effect.Effect<Result, E>) => void
}

export const makeBatch = <Item, Result, E>(options: {
  readonly most: number
  /** Flushes that may be under way at once. */
  readonly turns: number
  /** The results in the order of the items. */
  readonly flush: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Result>, E>
}): Batch<Item, Result, E> => {
  let queue: Array<Waiting<Item, Result, E>> = []
  let underWay = 0

  const next = (): void => {
    if (queue.length === 0 || underWay >= options.turns) return
    const batch = queue.length > options.most ? queue.splice(0, options.most) : queue
    if (batch === queue) queue = []
    underWay++
    Effect.runCallback(options.flush(batch.map((waiting) => waiting.item)), {
      onExit: (exit) => {
        underWay--
        batch.forEach((waiting, index) => {
          waiting.resume(
            exit._tag === "Success" ? Effect.succeed(exit.value[index]!) : Effect.failCause(exit.cause)
          )
        })
        next()
      }
    })
  }

  return {
    add: (item) =>
      Effect.async((resume) => {
        queue.push({ item, resume })
        next()
      })
  }
}
