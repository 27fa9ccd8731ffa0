import type { Database } from "../state/database.ts"
import type { Market } from "./market.ts"

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
