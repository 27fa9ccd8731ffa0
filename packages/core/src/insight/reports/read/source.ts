import type { Sums } from "../../amounts.ts"
import type { Saves } from "../../savings/estimate.ts"
import type { Windows } from "../periods.ts"

/* What reports are written from, as it was read: one picture of the organization, and nothing worked out yet. */

export interface CampaignRead {
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
export interface DayRead extends Sums {
  readonly campaign: string
  readonly date: string
}

/** What a search came to in the period and in the one before it. */
export interface TermRead {
  readonly term: string
  readonly campaign: string
  readonly now: Sums
  readonly before: Sums
}

export interface ActionRead {
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

export interface PendingRead {
  readonly id: string
  readonly type: string
  readonly campaign: string
  readonly summary: string
  readonly saving: number | null
  /** What the saving is made of, where it is known. */
  readonly saves: Saves | null
}

/** What was applied in the period, and what came of it. */
export interface AppliedRead extends Omit<PendingRead, "id"> {
  readonly status: "applied" | "undone"
  readonly at: string
  readonly realised_14d: number | null
  readonly realised_30d: number | null
}

export interface ProfileRead {
  readonly brand: string
  readonly url: string
  readonly competitors: ReadonlyArray<string>
  readonly trust: ReadonlyArray<string>
}

export interface KeywordRead {
  readonly campaign: string
  readonly text: string
}

export interface Source {
  readonly organization: { readonly name: string; readonly currency: string }
  readonly windows: Windows
  /** The latest day of all with figures; null where nothing was ever counted. */
  readonly latest: string | null
  readonly campaigns: ReadonlyArray<CampaignRead>
  readonly days: ReadonlyArray<DayRead>
  /** The dearest; there may be more. */
  readonly terms: ReadonlyArray<TermRead>
  readonly terms_total: number
  /** The newest of the period; there may be more. */
  readonly actions: ReadonlyArray<ActionRead>
  readonly actions_total: number
  readonly pending: ReadonlyArray<PendingRead>
  readonly applied: ReadonlyArray<AppliedRead>
  readonly profile: ProfileRead | null
  readonly keywords: ReadonlyArray<KeywordRead>
  readonly negatives: ReadonlyArray<KeywordRead & { readonly match: "exact" | "phrase" | "broad" }>
}
