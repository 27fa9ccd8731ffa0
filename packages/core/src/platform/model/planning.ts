export interface IdeaSeed {
  /** At most 20. */
  readonly keywords?: ReadonlyArray<string>
  readonly url?: string
  /** At most 10. */
  readonly locations?: ReadonlyArray<string>
  /** Two letters; English by default. */
  readonly language?: string
}

export interface KeywordIdea {
  readonly text: string
  readonly monthlySearches: number
  /** 0 to 100; null if the platform does not know it. */
  readonly competition: number | null
  readonly lowBid: number | null
  readonly highBid: number | null
}

export interface LocationMatch {
  readonly searched: string
  readonly geoTarget: string
  readonly name: string
  readonly type: string
  readonly countryCode: string
}

/** A row of a query, by the names of its fields. */
export type QueryRow = Readonly<Record<string, unknown>>

export interface QueryResult {
  readonly rows: ReadonlyArray<QueryRow>
  /** Whether there are more rows. */
  readonly truncated: boolean
}
