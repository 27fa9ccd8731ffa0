import { Effect } from "effect"
import { readBusyKeys } from "../../changes/executions.ts"
import { readCampaignsWithActions } from "../../log/action-log.ts"
import { runSql } from "../../storage/index.ts"
import { readCampaignsWithTasks } from "../../tasks/task-rows.ts"
import { aiMaxSql, type StoredCampaign } from "../campaign.ts"

/** A campaign of ours as the sync reads it. */
export interface LocalCampaign
  extends Pick<
    StoredCampaign,
    | "id"
    | "slug"
    | "name"
    | "budget"
    | "target_cpa"
    | "ai_max"
    | "state"
    | "state_error"
    | "origin"
    | "platform_id"
    | "creation_name"
  > {
  readonly organization: StoredCampaign["organization_id"]
  readonly conflict: unknown
  readonly ref: StoredCampaign["platform_resource_name"]
  readonly budget_ref: StoredCampaign["platform_budget_resource_name"]
  /** A change of ours is in progress, waits for a retry, or was made after the platform was read. */
  readonly busy: boolean
  /** It was written here after the platform was read, perhaps by a push that changed the platform. */
  readonly written_since_read: boolean
  /** Others changed it in the platform after its last sync. */
  readonly changed_externally: boolean
}

/** Reads the campaigns of an account that may match the platform's: by platform id, else by name. */
export const readCampaigns = (
  organizationId: number,
  accountId: string,
  readAt: string,
  platformIds: ReadonlyArray<string>,
  names: ReadonlyArray<string>
) =>
  Effect.gen(function* () {
    const rows = yield* runSql<LocalCampaign>(
      `
      select c.id, c.organization_id as organization, c.slug, c.name, c.budget, c.target_cpa, ${aiMaxSql("c")} as ai_max, c.state, c.state_error,
        c.origin, c.platform_id, c.conflict,
        c.platform_resource_name as ref, c.platform_budget_resource_name as budget_ref, c.creation_name,
        c.updated_at >= $3 as written_since_read,
        c.wanted_state is not null or c.unpushed <> '{}' or c.updated_at >= $3 as busy,
        exists (select 1 from platform_changes p where p.organization_id = $1
          and p.campaign_id = c.id and p.at > c.last_synced_at) as changed_externally
      from campaigns c
      where c.organization_id = $1 and c.removed_at is null and (c.ad_account_id = $2 or c.ad_account_id is null)
        and (c.platform_id = any($4::text[])
          or c.platform_id is null and lower(coalesce(c.creation_name, c.name)) = any($5::text[]))
      order by c.id`,
      [organizationId, accountId, readAt, platformIds, names.map((name) => name.toLowerCase())]
    )
    const busy = yield* readBusy(
      organizationId,
      rows.map(({ id }) => id),
      readAt
    )
    return rows.map((row): LocalCampaign => ({ ...row, busy: row.busy || busy.has(row.id) }))
  })

/** Returns the campaigns that an open execution changes: perhaps in the platform already, not in our rows yet. */
export const readOpenChanges = (organization: number, campaigns: ReadonlyArray<number>) =>
  Effect.map(readBusyKeys(organization), (keys) =>
    campaigns.filter((id) => [...keys].some((key) => key.startsWith(`campaign/${id}/`)))
  )

/** Reads which campaigns a task, an action or an open execution changes, or changed after the platform was read. */
const readBusy = (organization: number, campaigns: ReadonlyArray<number>, readAt: string) =>
  Effect.gen(function* () {
    if (campaigns.length === 0) return new Set<number>()
    const rows = [
      ...(yield* readCampaignsWithTasks(organization, campaigns, readAt)),
      ...(yield* readCampaignsWithActions(organization, campaigns, readAt))
    ]
    const changing = yield* readOpenChanges(organization, campaigns)
    return new Set([...rows.map(({ campaign }) => campaign), ...changing])
  })

/** Reads the platform ids of our campaigns in an account that the platform no longer lists. */
export const readMissing = (organizationId: number, accountId: string, present: ReadonlyArray<string>) =>
  Effect.map(
    runSql<{ platform_id: string }>`
        select platform_id from campaigns where organization_id = ${organizationId}
          and ad_account_id = ${accountId} and platform_id <> all(${present}::text[]) order by id`,
    (rows) => rows.map(({ platform_id }) => platform_id)
  )

/** A campaign with the platform's resource names of it and its budget. */
export interface CampaignRefs {
  readonly id: number
  readonly ref: string
  readonly budget_ref: string | null
}

export const readCampaignRefs = (organizationId: number, accountId: string) =>
  runSql<CampaignRefs>`
      select id, platform_resource_name as ref, platform_budget_resource_name as budget_ref from campaigns
      where organization_id = ${organizationId} and ad_account_id = ${accountId}
        and platform_resource_name is not null order by id`

/** Reads slugs that a new one might collide with. */
export const readSlugs = (organizationId: number, stems: ReadonlyArray<string>) =>
  Effect.map(
    runSql<{ slug: string }>`select slug from campaigns where organization_id = ${organizationId}
        and slug like any(${stems.map((stem) => `${stem}%`)}::text[])`,
    (rows) => new Set(rows.map(({ slug }) => slug))
  )

export interface Part {
  readonly id: number
  readonly campaign_id: number
  readonly ref: string | null
  readonly removed: boolean
}
interface LocalAd extends Part {
  readonly name: string
}
interface LocalKeyword extends Part {
  readonly ad_id: number
  readonly text: string
  readonly match_type: string
}
interface LocalNegative extends Part {
  readonly ad_id: number | null
  readonly text: string
  readonly match_type: string
}

/** Reads the parts of whole campaigns, or of some of their ads; 0 is the campaign itself. */
const parts = <Row extends object>(table: string, columns: string, ad: string) =>
  Effect.fn(function* (
    organizationId: number,
    campaigns: ReadonlyArray<number>,
    ads: ReadonlyArray<number> | null = null
  ) {
    return yield* runSql<Row>(
      `select id, campaign_id, platform_resource_name as ref, removed_at is not null as removed, ${columns}
       from ${table} where organization_id = $1 and campaign_id = any($2::bigint[])
         and ($3::bigint[] is null or ${ad} = any($3))`,
      [organizationId, campaigns, ads]
    )
  })

export const readAds = parts<LocalAd>("ads", "name", "id")
export const readKeywords = parts<LocalKeyword>("keywords", "ad_id, text, match_type", "ad_id")
export const readNegatives = parts<LocalNegative>(
  "negative_keywords",
  "ad_id, text, match_type",
  "coalesce(ad_id, 0)"
)
