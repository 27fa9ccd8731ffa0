import type { Market } from "../generator/markets.ts"
import type { Body } from "../protocol/json.ts"

export type MatchType = "EXACT" | "PHRASE" | "BROAD"

export interface DemoKeyword {
  readonly text: string
  readonly matchType: MatchType
  readonly paused?: boolean
  /**
   * Days before the start of the demo on which the keyword was added. Without it, the campaign is created
   * with the keyword.
   */
  readonly addedDaysAgo?: number
}

export interface DemoAdGroup {
  readonly name: string
  readonly keywords: readonly DemoKeyword[]
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
  /** The landing page on the demo website. */
  readonly page: string
}

export interface DemoSitelink {
  readonly text: string
  /** The target page on the demo website. */
  readonly page: string
  readonly description1: string
  readonly description2: string
}

export interface DemoCampaign {
  readonly slug: string
  readonly name: string
  /** Daily budget in the account's currency; 0 with a total one. */
  readonly budget: number
  /** A budget for the campaign's whole life, which began and ends on these days around the start of the demo. */
  readonly total?: { readonly amount: number; readonly startedDaysAgo: number; readonly endsInDays: number }
  /** Search without it. Campaigns of other channels have no ads and keywords. */
  readonly channel?: { readonly type: string; readonly adGroup?: string; readonly fields: Body }
  readonly targetCpa?: number
  /** Days before the start of the demo on which the campaign was paused. It ran until then. */
  readonly pausedDaysAgo?: number
  /**
   * The earlier budget. A person raised it directly in the platform two days before the start of the demo.
   */
  readonly raisedFrom?: number
  /** Days before the start of the demo on which a person turned AI Max on. */
  readonly aiMaxDaysAgo?: number
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
  /** Email of the person who edits directly in the platform. */
  readonly editor: string
  /** Sitelinks of every campaign. */
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
  /** Number of days with traffic, up to yesterday. */
  readonly days: number
  readonly customers: readonly DemoCustomer[]
  readonly manager: DemoManager
  /** Website URLs by business. Each host name must resolve to the emulator. */
  readonly sites: Readonly<Record<string, string>>
}
