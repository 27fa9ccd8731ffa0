import { contentOf, type Database } from "../state/database.ts"
import type { WorldSettings } from "../world.ts"

/*
 * Databases with the demo world, for further temporary emulators of this process. Seeding one takes half a
 * second, which adds up in a suite of tests.
 */

interface SeedSettings extends WorldSettings {
  readonly world?: "demo" | "empty" | undefined
  readonly advertisers?: readonly string[] | undefined
}

const maxStates = 3
const states = new Map<string, Uint8Array>()

/** Returns undefined if the settings need a state of their own. */
const keyOf = ({ advertisers, clock, directory, seed, world }: SeedSettings): string | undefined => {
  if (directory !== undefined || world === "empty" || (clock && !clock.frozen)) return undefined
  // With the system's clock, a state of the same hour looks like an emulator that was started then.
  const at = clock === undefined ? new Date().toISOString().slice(0, 13) : new Date(clock.now).toISOString()
  return JSON.stringify([at, seed, advertisers])
}

/** Returns the database that an earlier emulator with these settings started with, if it is known. */
export const seededState = (settings: SeedSettings): Uint8Array | undefined => {
  const key = keyOf(settings)
  return key === undefined ? undefined : states.get(key)
}

/** Keeps a database that has just been seeded. Only the latest few are kept. */
export const keepSeededState = (settings: SeedSettings, database: Database): void => {
  const key = keyOf(settings)
  if (key === undefined) return
  states.set(key, contentOf(database))
  const [oldest] = states.keys()
  if (states.size > maxStates) states.delete(oldest!)
}
