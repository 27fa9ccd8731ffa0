import type { Market } from "../generator/market.ts"

export type MatchType = "EXACT" | "PHRASE" | "BROAD"

export interface DemoKeyword {
  readonly text: string
  readonly matchType: MatchType
  readonly paused?: boolean
  /** Added this many days before the demo begins, instead of with the campaign. */
  readonly addedDaysAgo?: number
}

export interface DemoAdGroup {
  readonly name: string
  readonly keywords: readonly DemoKeyword[]
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
  /** The page of the demo website that the ad leads to. */
  readonly page: string
}

export interface DemoSitelink {
  readonly text: string
  /** The page of the demo website that it leads to. */
  readonly page: string
  readonly description1: string
  readonly description2: string
}

export interface DemoCampaign {
  readonly slug: string
  readonly name: string
  /** Daily, in the account's currency. */
  readonly budget: number
  readonly targetCpa?: number
  /** Paused this many days before the demo begins; it ran until then. */
  readonly pausedDaysAgo?: number
  /** Somebody raised the budget from this amount in the platform's own pages, two days before the demo begins. */
  readonly raisedFrom?: number
  readonly adGroups: readonly DemoAdGroup[]
  readonly negatives: readonly string[]
  readonly market?: Market
}

export interface DemoCustomer {
  readonly slug: string
  readonly customerId: string
  readonly name: string
  readonly currencyCode: string
  readonly timeZone: string
  readonly geoTargetConstant: string
  readonly login: { readonly refreshToken: string; readonly email: string; readonly revoked: boolean }
  /** The person who edits in the platform's own pages. */
  readonly editor: string
  /** Below the ads of every campaign. */
  readonly sitelinks: readonly DemoSitelink[]
  readonly callouts: readonly string[]
  readonly campaigns: readonly DemoCampaign[]
}

interface DemoManager {
  readonly customerId: string
  readonly name: string
  readonly timeZone: string
  readonly login: { readonly refreshToken: string; readonly email: string; readonly revoked: boolean }
  readonly clients: readonly { readonly customerId: string; readonly status: "ACTIVE" | "PENDING" }[]
}

export interface DemoWorld {
  /** Days of traffic up to yesterday. */
  readonly days: number
  readonly customers: readonly DemoCustomer[]
  readonly manager: DemoManager
  /** Website by business; its name leads to the emulator where somebody resolves it so. */
  readonly sites: Readonly<Record<string, string>>
}
