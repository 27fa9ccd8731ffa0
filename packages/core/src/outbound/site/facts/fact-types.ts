import type { Link, PageText } from "../page.ts"

/** A product or service of the business. */
export interface SiteOffer extends PageText {
  readonly description: PageText | null
  /** Its page. */
  readonly href: string | null
}

/** A location of the business, as its website names it. */
export interface SiteLocation extends PageText {
  /** Two letters, if the site states it. */
  readonly countryCode: string | null
  /** The state or county, if the site states it. */
  readonly region: string | null
  readonly geo: { readonly latitude: number; readonly longitude: number } | null
  /** Whether this is the business's address. */
  readonly isAddress: boolean
  /** Whether the site states that it serves this area. */
  readonly isServed: boolean
}

/** A page of the site that an ad can link to, under its navigation's name. */
export interface SitelinkCandidate extends Link {
  readonly description: PageText | null
}

/** A website's statements about the business, each with its source. Nothing is added. */
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
  /** Short list items, the most repeated first. */
  readonly callouts: ReadonlyArray<PageText>
}
