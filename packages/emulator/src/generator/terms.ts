import type { Database } from "../state/database.ts"

/** Numeric ids of search terms, which keep a million facts small. */
export interface Terms {
  readonly idOf: (text: string) => number
}

export const openTerms = ({ sql }: Database): Terms => {
  const find = sql.prepare("SELECT id FROM term WHERE text = ?")
  const insert = sql.prepare("INSERT INTO term (text) VALUES (?)")
  const cache = new Map<string, number>()
  return {
    idOf: (text) => {
      const cached = cache.get(text)
      if (cached !== undefined) return cached
      const id = Number(find.get(text)?.["id"] ?? insert.run(text).lastInsertRowid)
      cache.set(text, id)
      return id
    }
  }
}
