import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { OrganizationFacts } from "../pipeline/caller.ts"
import { campaignNotFound, someSlugs } from "./campaign-not-found.ts"

/** A campaign as the rules see it. */
export interface CampaignFacts {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly type: string
  readonly state: "live" | "paused" | "draft" | "error"
  /** Where it shall go, while it is in error. */
  readonly wanted_state: "live" | "paused" | "draft" | null
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly website_url: string | null
  readonly ad_account_id: string | null
  /** Null while it was never in the platform. */
  readonly platform_resource_name: string | null
  /** The platform's name for its budget. */
  readonly platform_budget: string | null
  readonly platform_budget_shared: boolean
  readonly first_launched_at: string | null
  readonly last_synced_at: string | null
}

export const findCampaign = (organization: OrganizationFacts, slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<CampaignFacts>`
      select id, slug, name, type, state, wanted_state, budget, target_cpa, website_url, ad_account_id,
        platform_resource_name, platform_budget_resource_name as platform_budget, platform_budget_shared,
        first_launched_at, last_synced_at
      from campaigns where organization_id = ${organization.id} and slug = ${slug}`
    if (row !== undefined) return row
    const slugs = sql.unsafe<{ slug: string }>(someSlugs, [organization.id])
    return yield* campaignNotFound(slug, organization.slug, slugs)
  })
