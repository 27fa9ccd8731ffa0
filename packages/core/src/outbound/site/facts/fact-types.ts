import type { Found, Link } from "../page.ts"

/** Something that the business sells. */
export interface Offer extends Found {
  readonly description: Found | null
  /** The page about it. */
  readonly href: string | null
}

/** A place where the business works, as its website names it. */
export interface SiteLocation extends Found {
  /** Two letters, where the site says it. */
  readonly countryCode: string | null
  /** The state or county, where the site says it. */
  readonly region: string | null
  readonly geo: { readonly latitude: number; readonly longitude: number } | null
  /** Whether this is where the business is. */
  readonly isAddress: boolean
  /** Whether the site says that it works there. */
  readonly isServed: boolean
}

/** A page of the site that an ad could lead to, as its own navigation calls it. */
export interface SitelinkCandidate extends Link {
  readonly description: Found | null
}

/** What a website says of the business, each with its source. Nothing in it is ours. */
export interface SiteFacts {
  readonly url: string
  readonly domain: string
  /** Two letters. */
  readonly language: string
  readonly brand: Found
  readonly description: Found | null
  readonly offers: ReadonlyArray<Offer>
  readonly locations: ReadonlyArray<SiteLocation>
  readonly audiences: ReadonlyArray<Found>
  readonly competitors: ReadonlyArray<Found>
  readonly trustSignals: ReadonlyArray<Found>
  readonly sitelinks: ReadonlyArray<SitelinkCandidate>
  /** Short items of lists, in the order in which the site repeats them most. */
  readonly callouts: ReadonlyArray<Found>
}
