import { Effect } from "effect"

/**
 * Lets one writer of an organization in this process through at a time. The lock in the database is what
 * makes it right; this only keeps those who would wait for it from each holding a connection meanwhile.
 */
export const makeOneAtATime = () => {
  const lines = new Map<number, { readonly door: Effect.Semaphore; waiting: number }>()
  return (organization: number) =>
    <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.acquireUseRelease(
        Effect.sync(() => {
          const line = lines.get(organization) ?? { door: Effect.unsafeMakeSemaphore(1), waiting: 0 }
          line.waiting++
          lines.set(organization, line)
          return line
        }),
        (line) => line.door.withPermits(1)(work),
        (line) =>
          Effect.sync(() => {
            if (--line.waiting === 0) lines.delete(organization)
          })
      )
}
