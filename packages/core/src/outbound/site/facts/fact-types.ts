import type { Link, PageText } from "../page.ts"

/** Something that the business sells. */
export interface SiteOffer extends PageText {
  readonly description: PageText | null
  /** The page about it. */
  readonly href: string | null
}

/** A place where the business works, as its website names it. */
export interface SiteLocation extends PageText {
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
  readonly description: PageText | null
}

/** What a website says of the business, each with its source. Nothing in it is ours. */
export interface SiteFacts {
  readonly url: string
  readonly domain: string
  /** Two letters. */
  readonly language: string
  readonly brand: PageText
  readonly description: PageText | null
  readonly offers: ReadonlyArray<SiteOffer>
  readonly locations: ReadonlyArray<SiteLocation>
  readonly audiences: ReadonlyArray<PageText>
  readonly competitors: ReadonlyArray<PageText>
  readonly trustSignals: ReadonlyArray<PageText>
  readonly sitelinks: ReadonlyArray<SitelinkCandidate>
  /** Short items of lists, in the order in which the site repeats them most. */
  readonly callouts: ReadonlyArray<PageText>
}
