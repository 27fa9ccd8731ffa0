import type { ReadyProfile } from "../../../organizations/index.ts"
import type { Sums } from "../../amounts.ts"
import type { SavingBasis } from "../../savings/estimate.ts"
import type { ReportWindows } from "../periods.ts"

/* The raw data of reports: one snapshot of the organization, without computed values. */

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

/** One day of a campaign. */
export interface SourceDay extends Sums {
  readonly campaign: string
  readonly date: string
}

/** The figures of a search in the period and in the one before it. */
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
  /** The surface of the request, if the audit trail still has it. */
  readonly surface: string | null
  readonly undone: boolean
}

export interface SourceRecommendation {
  readonly id: string
  readonly type: string
  readonly campaign: string
  readonly summary: string
  readonly saving: number | null
  /** The basis of the saving, if it is known. */
  readonly saves: SavingBasis | null
}

/** A recommendation that was applied in the period, with its result. */
export interface SourceAppliedRecommendation extends Omit<SourceRecommendation, "id"> {
  readonly status: "applied" | "undone"
  readonly at: string
  readonly realised_14d: number | null
  readonly realised_30d: number | null
}

export interface SourceKeyword {
  readonly campaign: string
  readonly text: string
}

export interface ReportSource {
  readonly organization: { readonly name: string; readonly currency: string }
  readonly windows: ReportWindows
  /** The latest day with figures, or null without any. */
  readonly latest: string | null
  readonly campaigns: ReadonlyArray<SourceCampaign>
  readonly days: ReadonlyArray<SourceDay>
  /** The most expensive ones; there may be more. */
  readonly terms: ReadonlyArray<SourceTerm>
  readonly terms_total: number
  /** The newest of the period; there may be more. */
  readonly actions: ReadonlyArray<SourceAction>
  readonly actions_total: number
  readonly pending: ReadonlyArray<SourceRecommendation>
  readonly applied: ReadonlyArray<SourceAppliedRecommendation>
  readonly profile: Pick<ReadyProfile, "brand_name" | "competitors" | "trust_signals"> | null
  readonly keywords: ReadonlyArray<SourceKeyword>
  readonly negatives: ReadonlyArray<SourceKeyword & { readonly match: "exact" | "phrase" | "broad" }>
}
