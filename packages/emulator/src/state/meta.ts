import type { Database } from "./database.ts"

/** Small values of the state: seed, clock, counters. */
export interface Meta {
  readonly get: (key: string) => string | undefined
  readonly set: (key: string, value: string) => void
}

export const openMeta = ({ sql }: Database): Meta => {
  const read = sql.prepare("SELECT value FROM meta WHERE key = ?")
  const write = sql.prepare(
    "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
  )
  return {
    get: (key) => {
      const row = read.get(key)
      return row === undefined ? undefined : String(row["value"])
    },
    set: (key, value) => {
      write.run(key, value)
    }
  }
}
