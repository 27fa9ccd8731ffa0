import type {
  CampaignCriterion,
  CampaignRow,
  CampaignServing,
  ComparedTerm,
  DayFigures,
  StoredExternalChange
} from "../../../campaigns/index.ts"
import type { ReportedAction } from "../../../log/action-log.ts"
import type { ReadyProfile } from "../../../organizations/index.ts"
import type { RecommendationType } from "../../recommendations/labels.ts"
import type { EstimateAccuracy } from "../../savings/accuracy.ts"
import type { SavingBasis } from "../../savings/estimate.ts"
import type { ReportWindows } from "../periods.ts"

/* The raw data of reports: one snapshot of the organization, without computed values. */

export interface SourceCampaign
  extends Pick<CampaignRow, "slug" | "name" | "type" | "state" | "budget" | "target_cpa"> {
  readonly places: ReadonlyArray<string>
}

export interface SourceAction extends Omit<ReportedAction, "campaign" | "request_id"> {
  readonly campaign: string | null
  /** The surface of the request, if the audit trail still has it. */
  readonly surface: string | null
}

export interface SourceRecommendation {
  readonly id: string
  readonly type: RecommendationType
  readonly campaign: string
  /** Null if it was renewed since. */
  readonly summary: string | null
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

/** A change that others made in the ad platform. */
export interface SourceExternalChange extends Omit<StoredExternalChange, "campaign" | "id"> {
  readonly campaign: string | null
}

/** A change of a campaign that may explain its figures, by us or by others. */
export interface SourceEvent {
  readonly at: string
  readonly campaign: string | null
  readonly what: string
  readonly who: string | null
  readonly outside: boolean
}

export interface ReportSource {
  readonly organization: { readonly name: string; readonly currency: string }
  readonly windows: ReportWindows
  /** The first and the latest day with figures, or null without any. */
  readonly first: string | null
  readonly latest: string | null
  readonly campaigns: ReadonlyArray<SourceCampaign>
  readonly days: ReadonlyArray<DayFigures>
  /** The most expensive ones; there may be more. */
  readonly terms: ReadonlyArray<ComparedTerm>
  readonly terms_total: number
  /** The newest of the period; there may be more. */
  readonly actions: ReadonlyArray<SourceAction>
  readonly actions_total: number
  readonly outside: ReadonlyArray<SourceExternalChange>
  /** The standing changes since the comparison period began, newest first. */
  readonly events: ReadonlyArray<SourceEvent>
  readonly outside_total: number
  /** Whether a later report of the type exists: its recommendations are those of the end of the period. */
  readonly past: boolean
  /** Those with the largest saving; there may be more. */
  readonly pending: ReadonlyArray<SourceRecommendation>
  readonly pending_total: number
  readonly applied: ReadonlyArray<SourceAppliedRecommendation>
  /** Of all recommendations that were applied until the end of the period. */
  readonly accuracy: ReadonlyArray<EstimateAccuracy & { readonly type: RecommendationType }>
  readonly profile: Pick<ReadyProfile, "brand_name" | "competitors" | "trust_signals"> | null
  readonly keywords: ReadonlyArray<CampaignCriterion & { readonly state: "enabled" | "paused" }>
  /** How the platform judges the live campaigns at the last sync. */
  readonly serving: ReadonlyArray<CampaignServing>
  readonly negatives: ReadonlyArray<CampaignCriterion & { readonly campaignState: CampaignRow["state"] }>
}
