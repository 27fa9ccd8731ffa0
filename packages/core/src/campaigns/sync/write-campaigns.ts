import { Effect } from "effect"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { AccountStructure } from "../../platform/model.ts"
import { platformBudget } from "../../platform/outside-changes.ts"
import { runSql } from "../../storage/index.ts"
import { insertAll, updateAll } from "./bulk.ts"
import { readSlugs } from "./local.ts"
import { type CampaignPlan, campaignRow, conflictsOf } from "./plan-campaigns.ts"
import { freeSlug, stemOf } from "./slug.ts"

const syncedColumns = {
  name: "text",
  state: "text",
  state_error: "text",
  budget: "bigint",
  target_cpa: "numeric(12, 2)",
  platform_budget: "numeric(14, 2)",
  platform_state: "text",
  conflict: "jsonb",
  platform_resource_name: "text",
  platform_budget_resource_name: "text",
  platform_budget_shared: "boolean",
  platform_bidding_strategy: "text",
  locations: "jsonb",
  radius: "jsonb",
  sitelinks: "jsonb",
  callouts: "text[]"
} as const

const importedColumns = {
  ...syncedColumns,
  slug: "text",
  type: "text",
  origin: "text",
  website_url: "text",
  ad_account_id: "text",
  platform_id: "text",
  generated_at: "timestamptz",
  first_launched_at: "timestamptz",
  last_synced_at: "timestamptz"
} as const

const removedMessage = (platform: string): string =>
  `It was removed in ${platform}. Create the campaign again, or restore it there.`

/**
 * Updates our campaigns from the platform; returns the ids of all campaigns that now match it, by resource
 * name.
 */
export const writeCampaigns = (
  { accountId, organizationId, platform }: LinkedAccount,
  plan: CampaignPlan,
  structure: AccountStructure,
  readAt: string
) =>
  Effect.gen(function* () {
    const slugs =
      plan.imports.length === 0
        ? new Set<string>()
        : yield* readSlugs(
            organizationId,
            plan.imports.map(({ name }) => stemOf(name))
          )
    const websites = new Map(structure.ads.map(({ campaign, url }) => [campaign, url]))
    const inserted = yield* insertAll<typeof importedColumns, { id: number; ref: string }>(
      "campaigns",
      organizationId,
      importedColumns,
      plan.imports.map((remote) => ({
        ...campaignRow(remote, structure),
        slug: freeSlug(remote.name, slugs),
        type: "external",
        origin: "imported",
        website_url: originOf(websites.get(remote.ref)),
        ad_account_id: accountId,
        platform_id: remote.platformId,
        generated_at: readAt,
        // It was in the platform before its import, so going live again is no first launch.
        first_launched_at: readAt,
        last_synced_at: readAt
      })),
      "id, platform_resource_name as ref"
    )
    const updates = plan.updates.map(([remote, row]) => ({
      id: row.id,
      ...campaignRow(remote, structure, row)
    }))
    yield* updateAll("campaigns", organizationId, syncedColumns, updates, "updated_at")
    yield* updateAll(
      "campaigns",
      organizationId,
      { last_synced_at: "timestamptz(3)" },
      updates.map(({ id }) => ({ id, last_synced_at: readAt }))
    )
    yield* updateAll(
      "campaigns",
      organizationId,
      { platform_budget: "numeric(14, 2)", platform_state: "text" },
      plan.unfollowed.map(([remote, { id }]) => ({
        id,
        platform_budget: platformBudget(remote),
        platform_state: remote.state
      }))
    )
    yield* updateAll("campaigns", organizationId, { conflict: "jsonb" }, conflictsOf(plan, readAt))
    if (plan.removals.length > 0) {
      yield* runSql`
        update campaigns set state = 'error', state_error = ${removedMessage(platform.label)}, platform_budget = null,
          platform_state = null, conflict = null,
          last_synced_at = ${readAt}
        where organization_id = ${organizationId} and id = any(${plan.removals.map(({ id }) => id)}::bigint[])`
    }
    return new Map([
      ...inserted.map(({ id, ref }) => [ref, id] as const),
      ...plan.updates.map(([remote, row]) => [remote.ref, row.id] as const)
    ])
  })

const originOf = (url: string | undefined): string | null =>
  url !== undefined && URL.canParse(url) ? `${new URL(url).origin}/` : null
