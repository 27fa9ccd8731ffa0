import type { StatementsShape } from "../storage/index.ts"

/** So many lists are remembered for a database. */
const maxRemembered = 10_000

/**
 * Remembers which lists have as many rows as are counted, for each database. Only for lists that never lose a row:
 * they need not be counted again.
 */
export const makeFullLists = () => {
  const keysOf = new WeakMap<StatementsShape, Set<string>>()
  return {
    has: (database: StatementsShape, key: string): boolean => keysOf.get(database)?.has(key) === true,
    add: (database: StatementsShape, key: string): void => {
      const keys = keysOf.get(database)
      if (keys === undefined || keys.size >= maxRemembered) keysOf.set(database, new Set([key]))
      else keys.add(key)
    }
  }
}
