// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export interface OrganizationRow {
  /** The org of other calls. */
  readonly slug: string
  readonly name: string
  readonly plan: string
  /** Currency code of every amount of the organization. */
  readonly currency: string
  /** How the credential reaches the organization. */
  readonly access: Open<"membership" | "adops_team">
  /** The ad-operations team responsible, null when none. */
  readonly adops_team: { readonly name: string } | null
  /** Your role; null when you see it through an ad-operations team. */
  readonly role: Open<Role> | null
}

export type Role = "member" | "admin" | "owner"

export interface OrganizationDetail {
  /** The org of other calls. */
  readonly slug: string
  readonly name: string
  readonly plan: string
  /** Currency code of every amount of the organization. */
  readonly currency: string
  /** How the credential reaches the organization. */
  readonly access: Open<"membership" | "adops_team">
  /** The ad-operations team responsible, null when none. */
  readonly adops_team: { readonly name: string } | null
  /** Monthly spend cap; null when none is set. */
  readonly max_spend: number | null
  /** Largest budget change of one call, in percent. */
  readonly api_budget_change_limit_pct: number
  /** Whether a person has to approve every change. */
  readonly approvals_required?: boolean
  /** Which changes a person has to approve; raises: those that raise spend. */
  readonly approval_policy?: Open<"off" | "every_change" | "raises">
  /** A rise of daily budgets above it needs two approvers; null if one is enough. */
  readonly second_approval_above?: number | null
  /** Whether changes with warning_codes must be previewed first; preview_required otherwise. */
  readonly require_preview?: boolean
  /** What all budgets commit in 30 days, pending approvals included. */
  readonly committed_monthly?: number
  /** How much daily budgets may still rise in total under max_spend; null without one. */
  readonly room_daily?: number | null
  /** Changes that can still execute until writes_reset_at. */
  readonly writes_left_today?: number
  /** Changes that can execute in one day. */
  readonly writes_per_day?: number
  /** When the next day of changes begins: midnight UTC. */
  readonly writes_reset_at?: string
  /** Days are those of this time zone, the ad account's; UTC if it is unknown. */
  readonly time_zone?: string
  /** Today in time_zone. */
  readonly today?: string
  /** Your role; null through an ad-operations team. */
  readonly role?: Open<Role> | null
  /** The scopes of this credential here. */
  readonly scopes?: ReadonlyArray<Open<Scope>>
  /** The scopes that this credential lacks here. */
  readonly missing_scopes?: ReadonlyArray<Open<Scope>>
  /** First day without conversions although clicks went on; check the conversion tracking. */
  readonly conversions_stopped_since?: string | null
  /** What the ad platform counts as conversions, as the last sync read it. */
  readonly conversion_actions?: ReadonlyArray<{
    readonly name: string
    /** Whether figures and bidding count it. */
    readonly counts: boolean
    /** Last day with one, of the last 120; null without any. */
    readonly last_seen: string | null
    /** First day without one, if clicks went on and luck does not explain it. */
    readonly silent_since: string | null
  }>
  /** The ad-platform accounts that the organization's campaigns use or its members selected. */
  readonly ad_accounts: ReadonlyArray<AdAccount>
}

export type Scope =
  | "organizations:read"
  | "campaigns:read"
  | "performance:read"
  | "reports:read"
  | "reports:generate"
  | "recommendations:read"
  | "recommendations:apply"
  | "campaigns:write"
  | "keywords:write"
  | "audit:read"

export interface AdAccount {
  /** Account id in the ad platform. */
  readonly id: string
  readonly platform: string
  readonly status: Open<"linked" | "pending" | "not_linked">
  /** Whether the login behind it works. */
  readonly connection?: Open<"ok" | "broken">
  /** What is wrong with it and what to do; null when ok. */
  readonly connection_problem?: string | null
}

export interface BusinessProfile {
  /** The website that it was created from. */
  readonly url: string
  readonly brand_name: string
  readonly description: string
  readonly products: ReadonlyArray<string>
  readonly ideal_customer_profiles: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly trust_signals: ReadonlyArray<string>
  readonly target_locations: ReadonlyArray<string>
  /** Campaigns can be created once it is ready. */
  readonly status: Open<"analysing" | "ready">
  readonly updated_at: string
}

/** A page of `client.organizations.list`. */
export interface OrganizationsListPage {
  readonly organizations: ReadonlyArray<OrganizationRow>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}
