import type { OperationName, Role } from "@adwarden/core/contract"

/*
 * The words in which the service's half of the demo world is told. Whatever has a date is told in days before
 * today, so that the world is the same on any day, only moved.
 */

export interface DemoPerson {
  readonly email: string
  readonly name: string
  /** Staff of the operator: the team whose clients they look after. */
  readonly adopsTeam?: string
}

/** What the service knows of a campaign and the platform does not. */
export interface CampaignFacts {
  readonly slug: string
  readonly type: "prospecting" | "brand" | "competitor" | "external"
  readonly goal: string
  readonly createdDaysAgo: number
  readonly launchedDaysAgo: number
  /** Made in the platform by others: it stays as the sync brought it in. */
  readonly imported?: true
}

type MatchType = "phrase" | "exact" | "broad"
export interface KeywordPlan {
  readonly text: string
  readonly match: MatchType
}

interface DraftAdPlan {
  readonly name: string
  /** Below the organization's website. */
  readonly page: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths?: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordPlan>
}

/** A campaign that was never in the platform. */
export interface DraftPlan {
  readonly slug: string
  readonly name: string
  readonly budget: number | null
  readonly goal: string
  readonly createdDaysAgo: number
  /** False for a draft that belongs to no ad account yet, and has nothing of what an account's campaigns share. */
  readonly inAccount: boolean
  readonly locations: ReadonlyArray<{ readonly name: string; readonly geo_target: string }>
  readonly ads: ReadonlyArray<DraftAdPlan>
  readonly negatives: ReadonlyArray<KeywordPlan & { readonly source: "brand" | "dashboard" }>
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
  /** Whether its website was analysed; somebody who has just signed up has no profile. */
  readonly hasProfile: boolean
  /** Of what the account with the same name in the platform holds. */
  readonly campaigns: ReadonlyArray<CampaignFacts>
  readonly drafts: ReadonlyArray<DraftPlan>
}

/** Something that somebody did with a key, and what it came to. */
export interface CallPlan {
  readonly organization: string
  readonly role: Role
  readonly operation: OperationName
  readonly input: Readonly<Record<string, unknown>>
  /** What a person said of it, where it was held for one; left out, it still waits. */
  readonly decision?: { readonly by: string; readonly approve: boolean; readonly reason?: string }
}
