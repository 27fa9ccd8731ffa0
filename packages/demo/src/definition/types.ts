import type { OperationName, Role } from "@adwarden/core/contract"

/*
 * Types that define the service's part of the demo world. Dates are numbers of days before today, so the
 * world has the same shape on every day.
 */

export interface DemoPerson {
  readonly email: string
  readonly name: string
  /** The operator's team that this person belongs to. Members of no team are customers. */
  readonly adopsTeam?: string
}

/** Facts about a campaign that the service stores and the platform does not. */
export interface CampaignFacts {
  readonly slug: string
  readonly type: "prospecting" | "brand" | "competitor" | "external"
  readonly goal: string
  readonly createdDaysAgo: number
  readonly launchedDaysAgo: number
  /** Created in the platform by others: the campaign stays as the sync imported it. */
  readonly imported?: true
}

type MatchType = "phrase" | "exact" | "broad"
export interface KeywordPlan {
  readonly text: string
  readonly match: MatchType
}

interface DraftAdPlan {
  readonly name: string
  /** Path below the organization's website. */
  readonly page: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths?: ReadonlyArray<string>
  readonly keywords: ReadonlyArray<KeywordPlan>
}

/** A campaign that was never pushed to the platform. */
export interface DraftPlan {
  readonly slug: string
  readonly name: string
  readonly budget: number | null
  readonly goal: string
  readonly createdDaysAgo: number
  /**
   * False for a draft without an ad account. Such a draft has none of the assets that an account's campaigns
   * share.
   */
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
  /** Whether keys and apps preview a change with a warning code first. */
  readonly requirePreview?: true
  readonly adopsTeam?: string
  readonly members: Readonly<Record<string, Role>>
  /**
   * Whether the organization's website was analysed. An organization that has just signed up has no profile.
   */
  readonly hasProfile: boolean
  /** Facts about the campaigns in the platform account of the same name. */
  readonly campaigns: ReadonlyArray<CampaignFacts>
  readonly drafts: ReadonlyArray<DraftPlan>
}

/** A call made with an organization's key, and its outcome. */
export interface CallPlan {
  readonly organization: string
  readonly role: Role
  readonly operation: OperationName
  readonly input: Readonly<Record<string, unknown>>
  /** The approver's decision about a held write. Without one, the write stays pending. */
  readonly decision?: { readonly by: string; readonly approve: boolean; readonly reason?: string }
}
