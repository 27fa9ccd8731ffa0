import type { Ref } from "./structure.ts"

/** Shares of the impressions that a campaign could have had, from 0 to 1. Null if the platform does not say. */
export interface CampaignSignal {
  readonly campaign: Ref
  readonly impressionShare: number | null
  readonly lostToBudget: number | null
  readonly lostToRank: number | null
}

export interface KeywordSignal {
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

/** How well an account serves, as the platform itself judges it. */
export interface AccountSignals {
  readonly campaigns: ReadonlyArray<CampaignSignal>
  readonly keywords: ReadonlyArray<KeywordSignal>
  readonly ads: ReadonlyArray<AdSignal>
}
