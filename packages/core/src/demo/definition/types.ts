import type { Role, Scope } from "../../contract/index.ts"

/*
 * The words in which the demo world is told. Everything that has a date is told in days before today, so that
 * the world is the same on any day, only moved.
 */

export type Waste = "jobs" | "free" | "diy" | "informational" | "competitor" | "wrong_city" | "brand_leak"

/** A search that people type and that a keyword catches. */
export interface TermPlan {
  readonly term: string
  /** Its part of the campaign's cost, against those of the other terms. */
  readonly share: number
  readonly cpc: number
  /** Conversions for each click. */
  readonly cvr: number
  /** Why it is not worth its money. Known to tests alone: nothing of it is stored. */
  readonly waste?: Waste
}

export type MatchType = "phrase" | "exact" | "broad"

export interface KeywordPlan {
  readonly text: string
  readonly match: MatchType
  readonly terms: ReadonlyArray<TermPlan>
  /** Set on a paused keyword: since when. */
  readonly pausedDaysAgo?: number
  readonly addedDaysAgo?: number
}

export interface AdPlan {
  readonly name: string
  /** Below the campaign's website. */
  readonly page: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths?: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordPlan>
}

export interface NegativePlan {
  readonly text: string
  readonly match: MatchType
  readonly source: "dashboard" | "engine" | "draft" | "brand" | "imported"
  /** On one ad alone; on the whole campaign when left out. */
  readonly ad?: string
}

export interface TrafficPlan {
  /** What is spent of the daily budget: from, to. */
  readonly utilisation: readonly [number, number]
  /** A campaign that could spend more than its budget does so every day of the week. */
  readonly budgetLimited?: boolean
  /** When it stopped; it runs still when left out. */
  readonly stoppedDaysAgo?: number
  /** What a conversion is worth. */
  readonly value: number
  /** Clicks for each impression, where it is not the usual for the match type. */
  readonly ctr?: number
}

export interface Sitelink {
  readonly text: string
  readonly url: string
  readonly description1: string
  readonly description2: string
}

export interface CampaignPlan {
  readonly slug: string
  readonly name: string
  readonly type: "prospecting" | "brand" | "competitor" | "external"
  readonly state: "live" | "paused" | "draft" | "error"
  readonly stateError?: string
  readonly budget: number | null
  readonly targetCpa?: number
  readonly goal: string
  readonly createdDaysAgo: number
  /** Since when it is in the platform; a draft that never was leaves it out. */
  readonly launchedDaysAgo?: number
  readonly syncedDaysAgo?: number
  /** False for a draft that belongs to no ad account yet. */
  readonly inAccount?: false
  readonly origin?: "imported"
  readonly locations: ReadonlyArray<{ readonly name: string; readonly geo_target: string }>
  readonly sitelinks: ReadonlyArray<Omit<Sitelink, "url"> & { readonly page: string }>
  readonly callouts: ReadonlyArray<string>
  readonly ads: ReadonlyArray<AdPlan>
  readonly negatives: ReadonlyArray<NegativePlan>
  readonly traffic?: TrafficPlan
  /** Edits that others made in the platform after the last sync. */
  readonly outsideChanges?: ReadonlyArray<{
    readonly daysAgo: number
    readonly by: string
    readonly what: string
  }>
}

export interface ProfilePlan {
  readonly brand_name: string
  readonly description: string
  readonly products: ReadonlyArray<string>
  readonly ideal_customer_profiles: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly trust_signals: ReadonlyArray<string>
  readonly target_locations: ReadonlyArray<string>
}

export interface OrganizationPlan {
  readonly slug: string
  readonly name: string
  readonly plan: string
  readonly currency: string
  readonly maxSpend: number | null
  readonly approvals: boolean
  readonly adopsTeam?: string
  readonly members: Readonly<Record<string, Role>>
  readonly profile?: ProfilePlan
  readonly account?: {
    readonly customerId: string
    readonly timeZone: string
    readonly login: string
    /** Why the platform no longer takes the login. */
    readonly broken?: string
  }
  readonly campaigns: ReadonlyArray<CampaignPlan>
}

export interface TaskPlan {
  readonly organization: string
  readonly type: string
  readonly status: "running" | "completed" | "failed"
  readonly campaign?: string
  readonly minutesAgo: number
  readonly by: string
  readonly result?: { readonly state?: string }
  readonly error?: { readonly reason: string; readonly message: string }
}

export interface QueuedWritePlan {
  readonly organization: string
  readonly id: string
  readonly operation: string
  readonly campaign: string
  readonly input: Readonly<Record<string, unknown>>
  readonly requesterRole: Role
  readonly requesterScopes: ReadonlyArray<Scope>
  readonly daysAgo: number
  readonly reservedBudget: number
  readonly decision?: {
    readonly status: "approved" | "rejected"
    readonly by?: string
    readonly reason?: string
    readonly actionId?: string
    readonly detail?: string
  }
}
