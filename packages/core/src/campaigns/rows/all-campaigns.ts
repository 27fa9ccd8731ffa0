import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import { runsSql, seenStateSql } from "../attention-rows.ts"
import type { StoredCampaign } from "../campaign.ts"
import type { CriterionTable } from "../criterion-rows.ts"
import { listedNegatives } from "../negatives/rows.ts"
import type { Exclusion } from "../negatives/terms.ts"
import type { StoredTargeting } from "../stored-json.ts"

/* Reads of all campaigns of an organization, for evaluations. */

type Columns = "id" | "slug" | "name" | "type" | "state" | "target_cpa" | "origin"

/** A campaign with its targeting as stored: `decodeTargeting` decodes it. Its state is the one that the platform has. */
export type CampaignRow = Pick<StoredCampaign, Columns> & {
  readonly organization: number
  /** Daily; 0 for none. */
  readonly budget: number
} & { readonly [Column in keyof StoredTargeting]: unknown }

const all = statement(`
select c.id, c.organization_id as organization, c.slug, c.name, c.type, ${seenStateSql("c")} as state,
  coalesce(c.budget, 0) as budget, c.target_cpa, c.origin, c.locations, c.radius, c.sitelinks
from campaigns c where c.organization_id = $1 and c.removed_at is null order by c.slug`)

export const readCampaigns = (organization: number): BoundStatement<CampaignRow> =>
  bindStatement(all, [organization])

export type CampaignSlug = Pick<StoredCampaign, "id" | "slug">

const allSlugs = statement("select id, slug from campaigns where organization_id = $1")
/** Its own statement: with an optional condition, a generic plan would read all campaigns. */
const slugsById = statement(`${allSlugs.text} and id = any($2::bigint[])`)

/** Reads the slugs of campaigns, also of discarded ones: of some, or of all. */
export const readCampaignSlugs = (
  organization: number,
  ids?: ReadonlyArray<number>
): BoundStatement<CampaignSlug> =>
  ids === undefined ? bindStatement(allSlugs, [organization]) : bindStatement(slugsById, [organization, ids])

/** Returns a function that finds the slug of a campaign among those that were read. */
export const slugFinder = (campaigns: ReadonlyArray<CampaignSlug>) => {
  const slugs = new Map(campaigns.map(({ id, slug }) => [id, slug]))
  return (id: number): string => slugs.get(id)!
}

/** What a page calls a campaign. */
export interface CampaignName
  extends Pick<StoredCampaign, "id" | "slug" | "name" | "channel" | "state" | "platform_state"> {
  readonly removed: boolean
  /** Its ad account. */
  readonly account: string | null
}

const allNames = statement(
  "select id, slug, name, channel, state, platform_state, removed_at is not null as removed, ad_account_id as account from campaigns where organization_id = $1"
)

/**
 * Reads the names of all campaigns, discarded ones included. A page reads them together with rows that name campaigns by
 * their ids, which saves a second round of queries.
 */
export const readCampaignNames = (organization: number) =>
  bindStatement<CampaignName>(allNames, [organization])

const namesBySlugs = statement(
  "select organization_id, slug, name from campaigns where organization_id = any($1::bigint[]) and slug = any($2::text[])"
)

/** Reads the names of campaigns with some slugs in some organizations. */
export const readNamesOfCampaigns = (organizations: ReadonlyArray<number>, slugs: ReadonlyArray<string>) =>
  bindStatement<Pick<CampaignName, "slug" | "name"> & { readonly organization_id: number }>(namesBySlugs, [
    [...new Set(organizations)],
    [...new Set(slugs)]
  ])

/** A keyword or an exclusion of a campaign; the text is in lower case. */
export interface CampaignCriterion {
  readonly campaign: string
  readonly text: string
  readonly match: Exclusion["match"]
}

const criteria = (table: CriterionTable, columns: string, more = "") =>
  statement(`
select distinct c.slug as campaign, lower(k.text) as text, k.match_type as match, ${columns}
from ${table} k join campaigns c on c.organization_id = $1 and c.id = k.campaign_id and c.removed_at is null
where k.organization_id = $1 and k.removed_at is null ${more} order by 1, 2, 3`)
const keywords = criteria("keywords", "k.state")
const negatives = criteria(
  "negative_keywords",
  `${seenStateSql("c")} as "campaignState", k.ad_id is not null as "ofAd"`,
  `union select c.slug, lower(n.text), n.match_type, ${seenStateSql("c")}, false
   from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.removed_at is null`
)

/** Reads the keywords of all campaigns. */
export const readAllKeywords = (organization: number) =>
  bindStatement<CampaignCriterion & { readonly state: "enabled" | "paused" }>(keywords, [organization])

/** Reads the exclusions of all campaigns and their ads, and those of the lists that concern them. */
export const readAllNegatives = (organization: number) =>
  bindStatement<
    CampaignCriterion & { readonly campaignState: StoredCampaign["state"]; readonly ofAd: boolean }
  >(negatives, [organization])

/** A campaign that runs in the platform. */
export interface RunningCampaign extends CampaignSlug {
  readonly running: true
  readonly account: string | null
  readonly synced: string | null
}

const running = statement(`
select c.id, c.slug, true as running, c.ad_account_id as account, c.last_synced_at as synced from campaigns c
where c.organization_id = $1 and c.removed_at is null and (${runsSql("c")} or c.state = 'error')
  and c.platform_resource_name is not null
order by c.id`)

export const readRunningCampaigns = (organization: number): BoundStatement<RunningCampaign> =>
  bindStatement(running, [organization])
