/** The platform's resource name. Callers store it and send it back, and never parse it. */
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
  /** The number of campaigns that share the budget. */
  readonly budgetUsers: number
  readonly bidding: string
  /** Whether it bids with a portfolio strategy that other campaigns share. */
  readonly portfolio: boolean
  readonly targetCpa: number | null
}

/** The name of a campaign of any channel. */
export interface CampaignName {
  readonly ref: Ref
  readonly name: string
}

export interface PlatformAd {
  /** The ad group: the service's ad is an ad group in the platform. */
  readonly ref: Ref
  readonly platformId: string
  readonly campaign: Ref
  readonly name: string
  readonly state: "enabled" | "paused"
  /** The text ad in it, if there is one. */
  readonly adRef: Ref | null
  readonly adState: "enabled" | "paused" | null
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
  /** Null for a negative keyword of the whole campaign. */
  readonly ad: Ref | null
  readonly text: string
  readonly match: Match
}

/** A list of negative keywords that campaigns share. */
export interface NegativeList {
  readonly ref: Ref
  readonly name: string
  /** The campaigns that use it; null for the list of the whole account. */
  readonly campaigns: ReadonlyArray<Ref> | null
  readonly keywords: ReadonlyArray<Pick<PlatformNegative, "text" | "match">>
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

/** Everything of an account that the service stores a copy of, except removed items. */
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
