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
  /** Geo targets of the platform, for example `geoTargetConstants/1027744`. */
  readonly locations: ReadonlyArray<string>
  readonly radius?: Radius | null
  readonly languages?: ReadonlyArray<string>
  readonly ads: ReadonlyArray<AdDraft>
  readonly negatives?: ReadonlyArray<KeywordDraft>
  readonly sitelinks?: ReadonlyArray<Sitelink>
  readonly callouts?: ReadonlyArray<string>
}

/** Names in the order of the draft. */
export interface CreatedAd {
  readonly ref: Ref
  readonly platformId: string
  readonly adRef: Ref
  readonly keywords: ReadonlyArray<Ref>
  readonly negatives: ReadonlyArray<Ref>
}

export interface CreatedCampaign {
  readonly ref: Ref
  readonly platformId: string
  readonly budgetRef: Ref
  readonly ads: ReadonlyArray<CreatedAd>
  readonly negatives: ReadonlyArray<Ref>
}

/** What keywords hang on: a whole campaign, or one of its ads. */
export type KeywordParent = { readonly campaign: Ref } | { readonly ad: Ref }

/** One write among several that go to the platform together. */
export type Mutation =
  | {
      readonly do: "add_negative"
      readonly parent: KeywordParent
      readonly text: string
      readonly match: Match
    }
  | { readonly do: "add_keyword"; readonly ad: Ref; readonly text: string; readonly match: Match }
  | { readonly do: "set_keyword_state"; readonly keyword: Ref; readonly state: "enabled" | "paused" }
  /** A keyword or a negative, on a campaign or on an ad. */
  | { readonly do: "remove"; readonly ref: Ref }

/** A change that the platform can be asked about before it is made: its validate-only check takes these. */
export type PlatformChange =
  | Mutation
  | { readonly do: "rename"; readonly campaign: Ref; readonly name: string }
  | { readonly do: "set_budget"; readonly budget: Ref; readonly amount: number }
  /** `bidding` is the platform's word for how the campaign bids. Null takes the target away. */
  | {
      readonly do: "set_target_cpa"
      readonly campaign: Ref
      readonly bidding: string
      readonly amount: number | null
    }
  | { readonly do: "set_state"; readonly campaign: Ref; readonly state: "live" | "paused" }
  | { readonly do: "create_campaign"; readonly draft: CampaignDraft }

/** Changes that the platform would receive for one of its accounts. */
export interface PlatformChanges {
  readonly account: string
  readonly changes: ReadonlyArray<PlatformChange>
}

/** What the platform's own validate-only check says of a change, as previews carry it. */
export interface PlatformCheck {
  readonly verdict: "accepted" | "refused" | "unchecked"
  /** The platform's own words where it refused; why it was not asked where unchecked; null where it accepted. */
  readonly reason: string | null
}
