import type { StoredTargeting } from "../stored-json.ts"

/** The facts that the launch checks use. */
export interface LaunchFacts {
  readonly currency: string
  /** Daily; null if none is set. */
  readonly budget: number | null
  /** Null if the organization has no monthly cap. */
  readonly maxSpend: number | null
  /** Its maximum daily budget under that cap, beside all other campaigns and pending writes. */
  readonly maxDailyBudget: number | null
  readonly name: string
  /**
   * The other campaign of the ad account that has this name, as a message describes it; read before the first
   * launch.
   */
  readonly nameOwner: string | null
  /** Why the login of the ad account does not work and what to do; null if it works. */
  readonly loginProblem: string | null
  /** Whether an ad-platform account is linked that the person behind the call can access. */
  readonly linked: boolean
  /** The content that only a first launch checks; null if the campaign was live before. */
  readonly content: LaunchContent | null
}

/** Everything that a first launch sends to the platform. */
export interface LaunchContent extends StoredTargeting {
  readonly websiteUrl: string | null
  /** The draft is not finished yet, so missing parts are still to come. */
  readonly isGenerating: boolean
  readonly callouts: ReadonlyArray<string>
  /** Which of several places is meant, as the end of a sentence; null if nothing is open. */
  readonly locationQuestion: string | null
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
