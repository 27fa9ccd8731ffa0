import type { StoredTargeting } from "../stored-json.ts"

/** What the launch checks look at. */
export interface LaunchFacts {
  readonly currency: string
  /** Daily; null when none is set. */
  readonly budget: number | null
  /** Null when the organization has set no monthly cap. */
  readonly maxSpend: number | null
  /** The most that it may have a day under that cap, beside all other campaigns and what waits for approval. */
  readonly maxDailyBudget: number | null
  readonly name: string
  /** The other campaign of the ad account that has this name, as a message calls it; asked before the first launch. */
  readonly nameOwner: string | null
  /** Why the login behind the ad account does not work and what to do; null where it does. */
  readonly loginProblem: string | null
  /** Linked to an ad-platform account that the person behind the call can access. */
  readonly linked: boolean
  /** What only a first launch asks for; null when the campaign was live before. */
  readonly content: LaunchContent | null
}

/** Everything that a first launch sends to the platform. */
export interface LaunchContent extends StoredTargeting {
  readonly websiteUrl: string | null
  /** Its draft is not finished yet: whatever is missing is still to come. */
  readonly isGenerating: boolean
  readonly callouts: ReadonlyArray<string>
  readonly ads: ReadonlyArray<LaunchAd>
}

export interface LaunchAd {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly state: "generating" | "enabled" | "paused" | "error"
  readonly keywords: ReadonlyArray<LaunchKeyword>
}

interface LaunchKeyword {
  readonly text: string
  readonly match_type: "phrase" | "exact" | "broad"
  readonly state: "enabled" | "paused"
}
