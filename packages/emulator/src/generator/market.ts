/** The kinds of waste that are planted. */
export type WasteLabel = "jobs" | "free_diy" | "competitor" | "wrong_city" | "informational" | "brand_leak"

/** What people search for, and what it is worth: the ground truth that reports only hint at. */
export interface MarketTerm {
  readonly text: string
  /** Impressions on an average day, if nothing held the campaign back. */
  readonly impressions: number
  readonly ctr: number
  /** Conversions for each click. */
  readonly cvr: number
  /** Cost of a click in the account's currency. */
  readonly cpc: number
  /** Planted waste is labelled; only the control endpoint tells. */
  readonly label?: WasteLabel
  /** Broad keywords that Google would stretch to this term although the words differ. */
  readonly via?: readonly string[]
}

/** Planted demand for one campaign; a campaign without one has demand made up from its keywords. */
export interface Market {
  readonly terms: readonly MarketTerm[]
  /** Keywords that nobody searches for. */
  readonly quiet?: readonly string[]
  readonly valuePerConversion?: number
}
