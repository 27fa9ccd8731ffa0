/** The platform's own name for something it holds: kept, and handed back to it, never taken apart by callers. */
export type Ref = string

export type Match = "phrase" | "exact" | "broad"

export interface PlatformCampaign {
  readonly ref: Ref
  readonly platformId: string
  readonly name: string
  readonly state: "live" | "paused"
  readonly budgetRef: Ref
  /** Daily, in units of the account's currency. */
  readonly budget: number
  /** How many campaigns spend the same budget. */
  readonly budgetUsers: number
  readonly bidding: string
  /** Whether its bidding belongs to a strategy that other campaigns share. */
  readonly portfolio: boolean
  readonly targetCpa: number | null
}

/** What a campaign is called, whatever its channel. */
export interface CampaignName {
  readonly ref: Ref
  readonly name: string
}

export interface PlatformAd {
  /** The ad group: what the service calls an ad is a group in the platform. */
  readonly ref: Ref
  readonly platformId: string
  readonly campaign: Ref
  readonly name: string
  readonly state: "enabled" | "paused"
  /** The text ad in it, if there is one. */
  readonly adRef: Ref | null
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
}

export interface PlatformKeyword {
  readonly ref: Ref
  readonly platformId: string
  readonly campaign: Ref
  readonly ad: Ref
  readonly text: string
  readonly match: Match
  readonly state: "enabled" | "paused"
}

export interface PlatformNegative {
  readonly ref: Ref
  readonly campaign: Ref
  /** Null for an exclusion on the whole campaign. */
  readonly ad: Ref | null
  readonly text: string
  readonly match: Match
}

export interface PlatformLocation {
  readonly campaign: Ref
  readonly name: string
  readonly geoTarget: string
}

export interface Radius {
  readonly latitude: number
  readonly longitude: number
  readonly radius: number
  readonly unit: "miles" | "kilometers"
}

export interface Sitelink {
  readonly text: string
  readonly url: string
  readonly description1?: string | undefined
  readonly description2?: string | undefined
}

/** Everything of an account that the service keeps a copy of, without what was removed. */
export interface AccountStructure {
  readonly campaigns: ReadonlyArray<PlatformCampaign>
  readonly ads: ReadonlyArray<PlatformAd>
  readonly keywords: ReadonlyArray<PlatformKeyword>
  readonly negatives: ReadonlyArray<PlatformNegative>
  readonly locations: ReadonlyArray<PlatformLocation>
  readonly radii: ReadonlyArray<{ readonly campaign: Ref; readonly radius: Radius }>
  readonly sitelinks: ReadonlyArray<{ readonly campaign: Ref; readonly sitelink: Sitelink }>
  readonly callouts: ReadonlyArray<{ readonly campaign: Ref; readonly text: string }>
}
