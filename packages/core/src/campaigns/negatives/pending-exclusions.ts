import { Effect } from "effect"
import { runSql, valueRows } from "../../storage/index.ts"
import type { StoredNegative } from "./rows.ts"
import type { Exclusion } from "./terms.ts"

/*
 * Exclusions that start when another campaign is live. Until then they are stored as removed, so that reads,
 * pushes and syncs ignore them.
 */

/** The operation in the log of an action that transfers keywords to another campaign. */
export const keywordTransferOp = "transfer_keywords"

/** Reads the keywords that two campaigns share, as exact exclusions. */
export const readSharedKeywords = (organization: number, of: number, other: number) =>
  runSql<Exclusion>`
      select distinct on (lower(k.text)) k.text, 'exact' as match from keywords k
      where k.organization_id = ${organization} and k.campaign_id = ${of} and k.match_type = 'exact'
        and k.state = 'enabled' and k.removed_at is null
        and exists (select 1 from keywords theirs where theirs.organization_id = ${organization}
          and theirs.campaign_id = ${other} and lower(theirs.text) = lower(k.text)
          and theirs.state = 'enabled' and theirs.removed_at is null)
        and not exists (select 1 from negative_keywords n where n.organization_id = ${organization}
          and n.campaign_id = ${other} and n.ad_id is null and n.match_type = 'exact'
          and lower(n.text) = lower(k.text) and (n.removed_at is null or n.awaits_campaign_id = ${of}))
      order by lower(k.text), k.id`

/**
 * Reads the exclusions of a campaign that were transferred to another, and the action that did so. Only such
 * exclusions have the source "engine".
 */
export const readTransferredKeywords = (organization: number, to: number, from: number) =>
  runSql<{ readonly text: string; readonly action: string; readonly by: string }>`
      select n.text, n.action_id as action, c.slug as by from negative_keywords n
      join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
      where n.organization_id = ${organization} and n.campaign_id = ${from} and n.ad_id is null and n.source = 'engine'
        and (n.removed_at is null or n.awaits_campaign_id = ${to})
        and exists (select 1 from keywords k where k.organization_id = ${organization} and k.campaign_id = ${to}
          and k.match_type = 'exact' and lower(k.text) = lower(n.text) and k.removed_at is null)
      order by n.id`

/** Inserts exclusions of a campaign that start when the other one is live. */
export const writePendingExclusions = (
  organization: number,
  campaign: number,
  action: string,
  exclusions: ReadonlyArray<Exclusion>,
  awaitedCampaign: number
) =>
  Effect.gen(function* () {
    if (exclusions.length === 0) return []
    const values = valueRows(exclusions.length, {
      before: ["$1", "$2", "$3", "$4", "'engine'", "now()"],
      parameters: 2,
      first: 5
    })
    const rows = yield* runSql<{ id: number }>(
      `insert into negative_keywords (organization_id, campaign_id, action_id, awaits_campaign_id, source, removed_at,
         text, match_type) values ${values} returning id`,
      [
        organization,
        campaign,
        action,
        awaitedCampaign,
        ...exclusions.flatMap(({ match, text }) => [text, match])
      ]
    )
    return rows.map(({ id }) => id)
  })

/** Deletes pending exclusions that are no longer wanted. */
export const dropPendingExclusions = (organization: number, ids: ReadonlyArray<number>) =>
  runSql`delete from negative_keywords
      where organization_id = ${organization} and id = any(${ids}::bigint[]) and awaits_campaign_id is not null`

export interface PendingExclusion extends StoredNegative {
  readonly action: string
  /** The campaign that excludes them, and its platform ids. */
  readonly campaign: number
  readonly account: string
  readonly inService: boolean
  /** Whether the awaited campaign is live in the platform. */
  readonly awaited_is_live: boolean
}

/** Reads the exclusions that wait for a campaign to be live. */
export const readPendingExclusions = (organization: number, awaitedCampaign: number) =>
  runSql<PendingExclusion>`
      select n.id, n.text, n.match_type as match, n.platform_resource_name as ref, false as removed,
        null as ad, null as "adRef", false as "adRemoved",
        n.action_id as action, c.id as campaign, coalesce(c.ad_account_id, '') as account,
        c.platform_resource_name is not null and c.state <> 'draft' as "inService",
        d.state = 'live' and d.platform_resource_name is not null and 'state' <> all(d.unpushed) as awaited_is_live
      from negative_keywords n
      join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
      join campaigns d on d.organization_id = n.organization_id and d.id = n.awaits_campaign_id
      where n.organization_id = ${organization} and n.awaits_campaign_id = ${awaitedCampaign} order by n.id`
