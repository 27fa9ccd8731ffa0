/** The kinds of planted waste. */
export type WasteLabel = "jobs" | "free_diy" | "competitor" | "wrong_city" | "informational" | "brand_leak"

/** A search term with its true demand and value, which reports show only indirectly. */
export interface MarketTerm {
  readonly text: string
  /** Impressions on an average day, without limits. */
  readonly impressions: number
  readonly ctr: number
  /** Conversions per click. */
  readonly cvr: number
  /** Cost per click in the account's currency. */
  readonly cpc: number
  /** The label of planted waste. Only the control API returns it. */
  readonly label?: WasteLabel
  /** Broad keywords that Google would match to this term although the words differ. */
  readonly via?: readonly string[]
}

/** Planted demand for one campaign. The generator derives demand from keywords for campaigns without one. */
export interface Market {
  readonly terms: readonly MarketTerm[]
  /** Keywords without searches. */
  readonly quiet?: readonly string[]
  readonly valuePerConversion?: number
}
