import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { type ConnectionFacts, connectionFactsSql, joinLoginSql } from "../platform/connection.ts"
import { bindStatement, inOneRoundTrip, statement } from "../storage/index.ts"
import { campaignCommitmentSql } from "./budget-commitments.ts"
import { campaignNotFound, candidateSlugsSql, type SlugRow } from "./campaign-not-found.ts"
import type { StoredCampaign } from "./stored-campaign.ts"

/** A campaign as the rules read it. Only this module reads its row for them. */
export interface Campaign
  extends Pick<
    StoredCampaign,
    | "id"
    | "slug"
    | "name"
    | "type"
    | "state"
    | "wanted_state"
    | "state_error"
    | "budget"
    | "target_cpa"
    | "website_url"
    | "origin"
    | "ad_account_id"
    | "platform_resource_name"
    | "platform_budget_resource_name"
    | "platform_budget_shared"
    | "platform_bidding_strategy"
    | "creation_name"
    | "first_launched_at"
    | "last_synced_at"
    | "source_campaign_id"
  > {
  /** Its share of the organization's committed budgets. */
  readonly committed: number
  /** Whether calls can be made for its ad account; null if it belongs to none. */
  readonly connection: ConnectionFacts | null
  /** For a draft: discarded or never finished. Only reads by id still find it. */
  readonly removed: boolean
}

const columns = `c.id, c.slug, c.name, c.type, c.state, c.wanted_state, c.state_error, c.budget, c.target_cpa,
  c.website_url, c.origin, c.ad_account_id, c.platform_resource_name, c.platform_budget_resource_name,
  c.platform_budget_shared, c.platform_bidding_strategy, c.creation_name, c.first_launched_at, c.last_synced_at,
  c.source_campaign_id,
  (select ${connectionFactsSql} from ad_accounts a ${joinLoginSql}
   where a.organization_id = c.organization_id and a.id = c.ad_account_id) as connection,
  c.removed_at is not null as removed, ${campaignCommitmentSql} as committed`

const rows = {
  slug: statement(`select ${columns} from campaigns c
    where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`),
  id: statement(`select ${columns} from campaigns c where c.organization_id = $1 and c.id = $2`)
}

const rowOf = (organization: number, by: "slug" | "id", value: string | number) =>
  bindStatement<Campaign>(rows[by], [organization, value])

const find = (organization: number, by: "slug" | "id", value: string | number) =>
  Effect.map(inOneRoundTrip([rowOf(organization, by, value)]), ([[row]]) => row ?? null)

/** Reads the campaign's row together with the organization's lock, for operations that name a campaign. */
export const preloadCampaign = (organization: number, { slug }: { readonly slug: string }) => ({
  key: `campaign ${slug}`,
  statement: rowOf(organization, "slug", slug)
})

/** Returns the campaign that a call names. */
export const campaignBySlug = Effect.fnUntraced(function* (context: PlanContext, slug: string) {
  const { organization } = context.clearance
  const campaign = yield* context.readOnce(`campaign ${slug}`, find(organization.id, "slug", slug))
  if (campaign === null) {
    const sql = yield* SqlClient.SqlClient
    const slugs = sql.unsafe<SlugRow>(candidateSlugsSql, [organization.id, slug])
    return yield* campaignNotFound(slug, organization.slug, slugs)
  }
  // Edits read the campaign by id. They all get this row.
  yield* context.readOnce(`campaign ${campaign.id}`, Effect.succeed(campaign))
  return campaign
})

/** Returns the campaign of an edit. Rows of campaigns are never deleted, so it exists. */
export const campaignById = (context: PlanContext, id: number) =>
  Effect.map(
    context.readOnce(`campaign ${id}`, find(context.clearance.organization.id, "id", id)),
    (campaign) => campaign!
  )

/** Whether it is in the platform, or was and keeps its resource name. */
export const isInPlatform = ({ platform_resource_name }: Campaign): boolean => platform_resource_name !== null

/**
 * Whether its keywords and negative keywords change in the platform first. A draft's wait for its next
 * launch, even if it was live before.
 */
export const isPlatformFirst = (campaign: Campaign): boolean =>
  isInPlatform(campaign) && campaign.state !== "draft"

export const wasLaunched = ({ first_launched_at }: Campaign): boolean => first_launched_at !== null

/**
 * Whether the money rules treat it as launched: from the moment a launch is accepted, because the platform
 * may start it at any time from then on.
 */
export const spendsOrHasSpent = (campaign: Campaign): boolean =>
  wasLaunched(campaign) ||
  isInPlatform(campaign) ||
  campaign.creation_name !== null ||
  (campaign.wanted_state ?? campaign.state) === "live"
