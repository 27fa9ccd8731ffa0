import type { Redacted } from "effect"
import type { Channel } from "../contract/index.ts"

/** The kinds of OAuth clients. A refresh token works only with the client that it was granted to. */
export type OAuthClientKind = "web" | "desktop"

/** A stored platform login. Its token is encrypted with the service's key. */
export interface PlatformLogin {
  readonly platform: string
  readonly organizationId: number
  readonly loginId: number
  readonly email: string | null
  readonly client: OAuthClientKind
  readonly sealedToken: Uint8Array
}

/** A linked account that calls can be made for. */
export interface AdAccount {
  readonly organizationId: number
  readonly accountId: string
  readonly customerId: string
  /** The manager account through which the login reaches it. */
  readonly loginCustomerId: string | null
  readonly timeZone: string | null
  /** Null before the first sync. */
  readonly currency: string | null
  readonly login: PlatformLogin
}

/** An account that a login can reach. */
export interface AccessibleAccount {
  readonly customerId: string
  /** Null if the login reaches it directly. */
  readonly loginCustomerId: string | null
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly isManager: boolean
  readonly isTest: boolean
  readonly status: "linked" | "pending" | "not_linked"
}

export interface AccountDetails {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  /** Whether the account, or its manager, measures conversions. */
  readonly tracksConversions: boolean
}

/** Where a person's consent is asked for, and where the answer goes. */
export interface ConsentRequest {
  readonly client: OAuthClientKind
  readonly redirectUri: string
  readonly state: string
  /** The S256 challenge of the verifier that redeems the code (PKCE). */
  readonly challenge: string
  /** The email of the person who should consent, if known. */
  readonly loginHint: string | null
}

/** The code of a granted consent, with what its request contained. */
export interface ConsentCode extends Pick<ConsentRequest, "client" | "redirectUri"> {
  readonly code: Redacted.Redacted
  readonly verifier: Redacted.Redacted
}

/** What a person granted. */
export interface ConsentGrant {
  readonly client: OAuthClientKind
  readonly refreshToken: Redacted.Redacted
  /** The person's email; null if it was not shared. */
  readonly email: string | null
  /** After how long the platform ends the access by itself, as for an app in testing; null: never. */
  readonly lastsSeconds: number | null
}

/** The platform's resource name. Callers store it and send it back, and never parse it. */
export type Ref = string

export type Match = "phrase" | "exact" | "broad"

export interface PlatformCampaign {
  readonly ref: Ref
  readonly platformId: string
  readonly name: string
  readonly channel: Channel
  /** Whether AI Max is on; null on a channel that has none. */
  readonly aiMax: boolean | null
  /** Whether the platform writes texts of its own. */
  readonly textAutomation: boolean
  readonly state: "live" | "paused"
  readonly budgetRef: Ref
  /** Daily, in units of the account's currency; 0 with a total budget. */
  readonly budget: number
  /** One amount until the campaign ends; null with a daily budget. */
  readonly total: TotalBudget | null
  /** The last day on which it serves, and when that day ends (ISO 8601); null without an end. */
  readonly ends: { readonly on: string; readonly at: string } | null
  /** The number of campaigns that share the budget. */
  readonly budgetUsers: number
  readonly bidding: string
  /** Whether it bids with a portfolio strategy that other campaigns share. */
  readonly portfolio: boolean
  readonly targetCpa: number | null
}

/** A budget for all of a campaign's days together, in units of the account's currency. */
export interface TotalBudget {
  readonly amount: number
  /** What was not spent when the platform was read. */
  readonly left: number
}

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

/** Days in the account's time zone, both included: YYYY-MM-DD. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

export interface Figures {
  readonly impressions: number
  readonly clicks: number
  readonly costMicros: number
  readonly conversions: number
  readonly conversionsValue: number
}

export interface CampaignDay extends Figures {
  readonly date: string
  readonly campaign: Ref
}

export interface KeywordDay extends CampaignDay {
  readonly keyword: Ref
}

export interface SearchTermDay extends CampaignDay {
  readonly ad: Ref
  readonly term: string
  /** Whether AI Max matched the search and no keyword did; null if the platform does not say. */
  readonly aiMax: boolean | null
}

/** The settings of a campaign that the service can push. */
export type CampaignSetting = "name" | "budget" | "target_cpa" | "ai_max" | "state"

/** An edit that someone else made in the platform. */
export interface ExternalChange {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly by: string | null
  /** For example "Daily budget changed from $8 to $10". */
  readonly what: string
  readonly campaign: Ref | null
  /** The campaign, the budget or another item that was changed. */
  readonly resource: Ref
  readonly settings: ReadonlyArray<CampaignSetting>
  /** What the platform said of it, and `previous`: the settings before it that an edit of ours can restore. */
  readonly detail: Readonly<Record<string, unknown>> & { readonly previous?: PreviousSettings }
}

/** What a campaign or one of its parts was before an external change, in our units. */
export interface PreviousSettings {
  readonly name?: string
  readonly budget?: number
  /** Null for none. */
  readonly target_cpa?: number | null
  readonly ai_max?: boolean
  readonly state?: "live" | "paused"
  /** The state of the keyword or the ad that was changed. */
  readonly keyword?: "enabled" | "paused"
  readonly ad?: "enabled" | "paused"
  /** The text ad inside an ad, which the platform pauses on its own. */
  readonly text_ad?: "enabled" | "paused"
  /** Whether the keyword, negative keyword or ad existed: false if the change added it, true if it removed it. */
  readonly existed?: boolean
}

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
  /** The days that a range such as LAST_7_DAYS stood for; null without one. */
  readonly period: DayRange | null
}

/** Why a campaign is not shown, or less than it could be, in the platform's judgement. */
export interface DeliveryObstacle {
  readonly about: "ads" | "other"
  /** As the end of a sentence: "it has no enabled keywords". */
  readonly text: string
}

/** What keeps a whole account from being served: it is suspended or closed, or has no approved billing. */
export type BillingProblem = "suspended" | "closed" | "no_billing"

/** Shares are of the impressions that a campaign could have had, from 0 to 1. Null if the platform does not say. */
interface CampaignSignal {
  readonly campaign: Ref
  readonly obstacle: DeliveryObstacle | null
  readonly impressionShare: number | null
  readonly lostToBudget: number | null
  readonly lostToRank: number | null
}

interface KeywordSignal {
  readonly keyword: Ref
  /** From 1 to 10. */
  readonly qualityScore: number
}

export interface AdSignal {
  /** The text ad, as in `PlatformAd.adRef`. */
  readonly ad: Ref
  readonly approval: "approved" | "limited" | "disapproved" | "under_review" | null
  readonly strength: "excellent" | "good" | "average" | "poor" | null
}

/** Conversions by the days within which they came after their click. */
export interface LaggedConversions {
  readonly within: number
  readonly conversions: number
}

/** What the account counts as a conversion, with how often it was done on each day. */
export interface ConversionAction {
  readonly ref: Ref
  readonly name: string
  /** Whether it counts as a conversion in figures and bidding. */
  readonly counts: boolean
  readonly days: ReadonlyArray<{ readonly date: string; readonly conversions: number }>
}

/** How well an account serves, as the platform itself judges it. */
export interface AccountSignals {
  /** Null if there is none, or the login may not read it. */
  readonly billing: BillingProblem | null
  /** Every campaign that is present. */
  readonly campaigns: ReadonlyArray<CampaignSignal>
  readonly keywords: ReadonlyArray<KeywordSignal>
  readonly ads: ReadonlyArray<AdSignal>
}

export interface KeywordDraft {
  readonly text: string
  readonly match: Match
}

export interface AdDraft {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths?: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordDraft>
  readonly negatives?: ReadonlyArray<KeywordDraft>
}

export interface CampaignDraft {
  readonly name: string
  readonly state: "live" | "paused"
  readonly budget: number
  readonly targetCpa?: number | null
  /** Buys clicks up to this price, because nothing measures conversions. A target CPA takes precedence. */
  readonly cpcCeiling?: number | null
  /** Two letters; null targets every language. */
  readonly language?: string | null
  /** Geo targets of the platform, for example `geoTargetConstants/1027744`. */
  readonly locations: ReadonlyArray<string>
  readonly radius?: Radius | null
  readonly ads: ReadonlyArray<AdDraft>
  readonly negatives?: ReadonlyArray<KeywordDraft>
  readonly sitelinks?: ReadonlyArray<Sitelink>
  readonly callouts?: ReadonlyArray<string>
}

/** The parent of keywords: a campaign, or one of its ads. */
export type KeywordParent = { readonly campaign: Ref } | { readonly ad: Ref }

export type Asset = { readonly sitelink: Sitelink } | { readonly callout: string }

/** A sitelink or callout of a campaign, by the name of its link. */
export type PlatformAsset = Asset & { readonly ref: Ref }

interface AdTexts {
  readonly headlines?: ReadonlyArray<string>
  readonly descriptions?: ReadonlyArray<string>
  readonly paths?: ReadonlyArray<string>
  readonly url?: string
}

/** One write of a request with several. */
export type Mutation =
  | {
      readonly do: "add_negative"
      readonly parent: KeywordParent
      readonly text: string
      readonly match: Match
    }
  | {
      readonly do: "add_keyword"
      readonly ad: Ref
      readonly text: string
      readonly match: Match
      /** Enabled, unless it says otherwise. */
      readonly state?: "enabled" | "paused"
    }
  | { readonly do: "set_keyword_state"; readonly keyword: Ref; readonly state: "enabled" | "paused" }
  /** The texts and the landing page of a text ad; what is absent stays. */
  | ({ readonly do: "set_ad_content"; readonly ad: Ref } & AdTexts)
  | { readonly do: "add_asset"; readonly campaign: Ref; readonly asset: Asset }
  /** An ad, or the text ad inside it. */
  | { readonly do: "set_ad_state"; readonly ad: Ref; readonly state: "enabled" | "paused" }
  /** A keyword, a negative keyword, or the link of an asset. */
  | { readonly do: "remove"; readonly ref: Ref }

/** A change that the platform's validate-only check accepts. */
export type PlatformChange =
  | Mutation
  | { readonly do: "rename"; readonly campaign: Ref; readonly name: string }
  | { readonly do: "set_budget"; readonly budget: Ref; readonly amount: number }
  /** `bidding` is the platform's name of the bidding strategy. Null removes the target. */
  | {
      readonly do: "set_target_cpa"
      readonly campaign: Ref
      readonly bidding: string
      readonly amount: number | null
    }
  | { readonly do: "set_ai_max"; readonly campaign: Ref; readonly on: boolean }
  | { readonly do: "set_state"; readonly campaign: Ref; readonly state: "live" | "paused" }
  | { readonly do: "create_campaign"; readonly draft: CampaignDraft }

/** The changes that the platform would receive for one account. */
export interface PlatformChanges {
  readonly account: string
  readonly changes: ReadonlyArray<PlatformChange>
}

/** The verdict of the platform's validate-only check, as previews carry it. */
export interface PlatformCheck {
  readonly verdict: "accepted" | "refused" | "unchecked"
  /** The platform's message if it refused; why it was not checked if unchecked; null if it accepted. */
  readonly reason: string | null
}
