import type { Demand } from "../state/channels.ts"
import type { Database } from "../state/database.ts"

/** The kinds of planted waste. */
export type WasteLabel = "jobs" | "free_diy" | "competitor" | "wrong_city" | "informational" | "brand_leak"

/** A search term with its true demand and value, which reports show only indirectly. */
export interface MarketTerm extends Demand {
  readonly text: string
  /** The label of planted waste. Only the control API returns it. */
  readonly label?: WasteLabel
  /** Broad keywords that Google would match to this term although the words differ. */
  readonly via?: readonly string[]
}

/** Planted demand for one campaign. Without one, the generator derives demand from keywords or the channel. */
export interface Market {
  readonly terms: readonly MarketTerm[]
  /** Searches without a keyword, which AI Max finds. */
  readonly keywordless?: readonly MarketTerm[]
  /** The demand of a campaign of another channel than Search. */
  readonly whole?: Demand
  /** Keywords without searches. */
  readonly quiet?: readonly string[]
  readonly valuePerConversion?: number
}

/** Planted markets by the campaign's resource name. */
export interface Markets {
  readonly of: (campaign: string) => Market | undefined
  readonly plant: (campaign: string, market: Market) => void
}

export const openMarkets = ({ sql }: Database): Markets => {
  const write = sql.prepare(
    "INSERT INTO market VALUES (?, ?) ON CONFLICT (campaign) DO UPDATE SET body = excluded.body"
  )
  const cache = new Map<string, Market>()
  for (const row of sql.prepare("SELECT * FROM market").all()) {
    cache.set(String(row["campaign"]), JSON.parse(String(row["body"])) as Market)
  }
  return {
    of: (campaign) => cache.get(campaign),
    plant: (campaign, market) => {
      write.run(campaign, JSON.stringify(market))
      cache.set(campaign, market)
    }
  }
}

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
