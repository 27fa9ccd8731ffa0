import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { CampaignPlan, OrganizationPlan } from "../definition/types.ts"
import { momentBefore } from "../traffic/days.ts"
import { insertRows } from "./insert-rows.ts"
import type { PlatformNames } from "./platform-names.ts"

export interface WrittenCampaign {
  readonly id: number
  readonly plan: CampaignPlan
  readonly website: string
  /** Null while it was never in the platform. */
  readonly platformId: string | null
}

const columns = {
  organization_id: "bigint",
  slug: "text",
  name: "text",
  type: "text",
  state: "text",
  state_error: "text",
  budget: "bigint",
  target_cpa: "numeric",
  goal: "text",
  website_url: "text",
  locations: "jsonb",
  sitelinks: "jsonb",
  callouts: "text[]",
  origin: "text",
  ad_account_id: "text",
  platform_id: "text",
  platform_resource_name: "text",
  platform_budget_resource_name: "text",
  platform_bidding_strategy: "text",
  generated_at: "timestamptz",
  first_launched_at: "timestamptz",
  last_synced_at: "timestamptz",
  created_at: "timestamptz",
  updated_at: "timestamptz"
} as const

const inPlatform = (plan: CampaignPlan, names: PlatformNames, today: string) => {
  if (plan.launchedDaysAgo === undefined) {
    return {
      platform_id: null,
      platform_resource_name: null,
      platform_budget_resource_name: null,
      platform_bidding_strategy: null,
      first_launched_at: null,
      last_synced_at: null
    }
  }
  const platform_id = names.next()
  return {
    platform_id,
    platform_resource_name: names.named("campaigns", platform_id),
    platform_budget_resource_name: names.named("campaignBudgets", names.next()),
    platform_bidding_strategy: "MAXIMIZE_CONVERSIONS",
    first_launched_at: momentBefore(today, { days: plan.launchedDaysAgo }),
    last_synced_at: momentBefore(today, { days: plan.syncedDaysAgo ?? 0 })
  }
}

/** The campaigns of an organization, and what others did to them in the platform. */
export const writeCampaigns = (
  organizationId: number,
  { account, campaigns }: OrganizationPlan,
  names: PlatformNames,
  website: string,
  today: string
) =>
  Effect.gen(function* () {
    const rows = campaigns.map((plan) => {
      const created_at = momentBefore(today, { days: plan.createdDaysAgo })
      return {
        organization_id: organizationId,
        slug: plan.slug,
        name: plan.name,
        type: plan.type,
        state: plan.state,
        state_error: plan.stateError ?? null,
        budget: plan.budget,
        target_cpa: plan.targetCpa ?? null,
        goal: plan.goal,
        website_url: website,
        locations: plan.locations,
        sitelinks: plan.sitelinks.map(({ page, ...link }) => ({ ...link, url: website + page })),
        callouts: plan.callouts,
        origin: plan.origin ?? "created",
        ad_account_id: plan.inAccount === false ? null : account!.customerId,
        ...inPlatform(plan, names, today),
        generated_at: created_at,
        created_at,
        updated_at: created_at
      }
    })
    const written = yield* insertRows<typeof columns, { id: number; slug: string }>(
      "campaigns",
      columns,
      rows,
      "id, slug"
    )
    const ids = new Map(written.map(({ id, slug }) => [slug, id]))
    const found = campaigns.map(
      (plan, n): WrittenCampaign => ({
        id: ids.get(plan.slug)!,
        plan,
        website,
        platformId: rows[n]!.platform_id
      })
    )
    yield* Effect.forEach(found, (campaign) =>
      writeOutsideChanges(organizationId, campaign, account!.customerId, today)
    )
    return found
  })

const writeOutsideChanges = (
  organizationId: number,
  { id, plan }: WrittenCampaign,
  accountId: string,
  today: string
) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(
      plan.outsideChanges ?? [],
      ({ by, daysAgo, what }, n) => sql`
        insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, by, what, seen_at)
        values (${organizationId}, ${accountId}, ${`${plan.slug}~${n + 1}`}, ${id},
          ${momentBefore(today, { days: daysAgo })}, ${by}, ${what}, ${momentBefore(today, {})})`
    )
  )
