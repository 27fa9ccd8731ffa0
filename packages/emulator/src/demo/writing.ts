import type { Market, MarketTerm, WasteLabel } from "../generator/market.ts"
import type { DemoKeyword, MatchType } from "./types.ts"

/** A search term: clicks on an average day, cost per click, conversion rate. */
type Row = readonly [text: string, clicks: number, cpc: number, cvr: number, label?: WasteLabel, via?: string]

const ctr = 0.075

/** Creates a market from rows of search terms. `quiet` lists keywords without searches. */
export const market = (rows: readonly Row[], quiet: readonly string[] = []): Market => ({
  quiet,
  valuePerConversion: 240,
  terms: rows.map(
    ([text, clicks, cpc, cvr, label, via]): MarketTerm => ({
      text,
      impressions: clicks / ctr,
      ctr,
      cvr,
      cpc,
      ...(label ? { label } : {}),
      ...(via ? { via: [via] } : {})
    })
  )
})

/** Creates keywords of one match type. */
export const keywords = (matchType: MatchType, ...texts: readonly string[]): readonly DemoKeyword[] =>
  texts.map((text) => ({ text, matchType }))

const headlines = [
  "Northwind Plumbing",
  "Heating Engineers Seattle",
  "Fixed Prices, No Surprises",
  "Book a Visit Today"
]
const descriptions = [
  "Licensed engineers in Seattle, seven days a week. Fixed prices before any work begins.",
  "Call before noon and an engineer is with you the same day. Twelve months of guarantee."
]
/** Creates the texts of an ad with its own headlines and the shared ones. */
export const ad = (page: string, ...own: readonly string[]) => ({
  page,
  headlines: [...own, ...headlines],
  descriptions
})
