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
  const known = new Map<string, Market>()
  for (const row of sql.prepare("SELECT * FROM market").all()) {
    known.set(String(row["campaign"]), JSON.parse(String(row["body"])) as Market)
  }
  return {
    of: (campaign) => known.get(campaign),
    plant: (campaign, market) => {
      write.run(campaign, JSON.stringify(market))
      known.set(campaign, market)
    }
  }
}
