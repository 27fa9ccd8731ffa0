import type { Match, Radius, Ref, Sitelink } from "./structure.ts"

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

/** One write of a request with several. */
export type Mutation =
  | {
      readonly do: "add_negative"
      readonly parent: KeywordParent
      readonly text: string
      readonly match: Match
    }
  | { readonly do: "add_keyword"; readonly ad: Ref; readonly text: string; readonly match: Match }
  | { readonly do: "set_keyword_state"; readonly keyword: Ref; readonly state: "enabled" | "paused" }
  /** An ad, or the text ad inside it. */
  | { readonly do: "set_ad_state"; readonly ad: Ref; readonly state: "enabled" | "paused" }
  /** A keyword or a negative keyword, of a campaign or an ad. */
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
