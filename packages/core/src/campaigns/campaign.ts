import { Effect } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { type ConnectionFacts, connectionOf, readConnections } from "../platform/connection.ts"
import { bindStatement, runSqlText, statement } from "../storage/index.ts"
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
    | "unpushed"
    | "platform_state"
  > {
  /** Stored JSON; known-settings.ts decodes both. */
  readonly unpushed_from: unknown
  readonly conflict: unknown
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
  c.source_campaign_id, c.unpushed, c.platform_state, c.unpushed_from, c.conflict, c.removed_at is not null as removed, ${campaignCommitmentSql} as committed`

const rows = {
  slug: statement(`select ${columns} from campaigns c
    where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`),
  id: statement(`select ${columns} from campaigns c where c.organization_id = $1 and c.id = $2`)
}

/**
 * Where a statement leaves the id of the campaign that it has found, such as that of a recommendation: a setting of the
 * transaction. The campaign is then read in the same round trip, and both tables keep their owners. On a cluster both
 * statements run on other nodes, and the second one finds nothing.
 */
export const foundCampaignSetting = "adwarden.campaign"

const foundRow = statement(`select ${columns} from campaigns c
    where c.organization_id = $1 and c.id = nullif(current_setting($2, true), '')::bigint`)

type Row = Omit<Campaign, "connection">

const rowOf = (organization: number, by: "slug" | "id", value: string | number) =>
  bindStatement<Row>(rows[by], [organization, value])

/** What operations that name a campaign read first. */
export const campaignReads = (organization: number, { slug }: { readonly slug: string }) => [
  rowOf(organization, "slug", slug),
  readConnections(organization)
]

const foundRowOf = (organization: number) =>
  bindStatement<Row>(foundRow, [organization, foundCampaignSetting])

/** What operations read behind a statement that finds their campaign. */
export const foundCampaignReads = (organization: number) => [
  foundRowOf(organization),
  readConnections(organization)
]

const find = (context: PlanContext, by: "slug" | "id", value: string | number) => {
  const { id } = context.clearance.organization
  return Effect.map(
    context.read(rowOf(id, by, value), readConnections(id)),
    ([[row], connections]): Campaign | undefined =>
      row && { ...row, connection: connectionOf(row.ad_account_id, connections) }
  )
}

/** Returns the campaign that a call names. */
export const campaignBySlug = Effect.fnUntraced(function* (context: PlanContext, slug: string) {
  const { organization } = context.clearance
  const campaign = yield* find(context, "slug", slug)
  if (campaign === undefined) {
    const slugs = runSqlText<SlugRow>(candidateSlugsSql, [organization.id, slug])
    return yield* campaignNotFound(slug, organization.slug, slugs)
  }
  // Edits read the campaign by id. They all get this row.
  context.remember(rowOf(organization.id, "id", campaign.id), [campaign])
  return campaign
})

/** Returns the campaign of an edit. Rows of campaigns are never deleted, so it exists. */
export const campaignById = (context: PlanContext, id: number) =>
  Effect.map(find(context, "id", id), (campaign) => campaign!)

/** Returns the campaign that an earlier statement has found, or else reads it. */
export const campaignFoundBefore = Effect.fnUntraced(function* (context: PlanContext, id: number) {
  const organization = context.clearance.organization.id
  const [[row]] = yield* context.read(foundRowOf(organization))
  if (row?.id === id) context.remember(rowOf(organization, "id", id), [row])
  return yield* campaignById(context, id)
})

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
