import type { Sums } from "../../amounts.ts"
import type { SavingBasis } from "../../savings/estimate.ts"
import type { ReportWindows } from "../periods.ts"

/* What reports are written from, as it was read: one picture of the organization, and nothing worked out yet. */

export interface SourceCampaign {
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly state: string
  /** Daily; 0 for none. */
  readonly budget: number
  readonly target_cpa: number | null
  readonly places: ReadonlyArray<string>
}

/** A campaign's day. */
export interface SourceDay extends Sums {
  readonly campaign: string
  readonly date: string
}

/** What a search came to in the period and in the one before it. */
export interface SourceTerm {
  readonly term: string
  readonly campaign: string
  readonly now: Sums
  readonly before: Sums
}

export interface SourceAction {
  readonly at: string
  readonly op: string
  readonly campaign: string | null
  readonly detail: string
  readonly actor: "api_key" | "user" | "engine"
  readonly user: string | null
  readonly key: string | null
  /** How it came in, where the audit trail still says so. */
  readonly surface: string | null
  readonly undone: boolean
}

export interface SourceRecommendation {
  readonly id: string
  readonly type: string
  readonly campaign: string
  readonly summary: string
  readonly saving: number | null
  /** What the saving is made of, where it is known. */
  readonly saves: SavingBasis | null
}

/** What was applied in the period, and what came of it. */
export interface SourceAppliedRecommendation extends Omit<SourceRecommendation, "id"> {
  readonly status: "applied" | "undone"
  readonly at: string
  readonly realised_14d: number | null
  readonly realised_30d: number | null
}

export interface SourceProfile {
  readonly brand: string
  readonly url: string
  readonly competitors: ReadonlyArray<string>
  readonly trust: ReadonlyArray<string>
}

export interface SourceKeyword {
  readonly campaign: string
  readonly text: string
}

export interface ReportSource {
  readonly organization: { readonly name: string; readonly currency: string }
  readonly windows: ReportWindows
  /** The latest day of all with figures; null where nothing was ever counted. */
  readonly latest: string | null
  readonly campaigns: ReadonlyArray<SourceCampaign>
  readonly days: ReadonlyArray<SourceDay>
  /** The dearest; there may be more. */
  readonly terms: ReadonlyArray<SourceTerm>
  readonly terms_total: number
  /** The newest of the period; there may be more. */
  readonly actions: ReadonlyArray<SourceAction>
  readonly actions_total: number
  readonly pending: ReadonlyArray<SourceRecommendation>
  readonly applied: ReadonlyArray<SourceAppliedRecommendation>
  readonly profile: SourceProfile | null
  readonly keywords: ReadonlyArray<SourceKeyword>
  readonly negatives: ReadonlyArray<SourceKeyword & { readonly match: "exact" | "phrase" | "broad" }>
}
