import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Exclusion } from "./blocks.ts"
import type { StoredNegative } from "./rows.ts"

/*
 * Exclusions that begin when another campaign is live. Until then they are kept as removed, so that nothing that reads
 * exclusions, pushes them or compares them with the platform tells of them too early.
 */

/** What the log calls an action that leaves keywords of a campaign to another. */
export const keywordTransferOp = "hand_over_keywords"

/** The keywords of a campaign that another one bids on too: what both would pay for, as exact exclusions. */
export const readSharedKeywords = (organization: number, of: number, other: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<Exclusion>`
      select distinct on (lower(k.text)) k.text, 'exact' as match from keywords k
      where k.organization_id = ${organization} and k.campaign_id = ${of} and k.match_type = 'exact'
        and k.state = 'enabled' and k.removed_at is null
        and exists (select from keywords theirs where theirs.organization_id = ${organization}
          and theirs.campaign_id = ${other} and lower(theirs.text) = lower(k.text)
          and theirs.state = 'enabled' and theirs.removed_at is null)
        and not exists (select from negative_keywords n where n.organization_id = ${organization}
          and n.campaign_id = ${other} and n.ad_id is null and n.match_type = 'exact'
          and lower(n.text) = lower(k.text) and (n.removed_at is null or n.awaits_campaign_id = ${of}))
      order by lower(k.text), k.id`
  )

/** What one campaign excludes because it was left to another, and the action that did so. */
export const readTransferredKeywords = (organization: number, to: number, from: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly text: string; readonly action: string; readonly by: string }>`
      select n.text, n.action_id as action, c.slug as by from negative_keywords n
      join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
      join actions a on a.organization_id = n.organization_id and a.id = n.action_id and a.op = ${keywordTransferOp}
      where n.organization_id = ${organization} and n.campaign_id = ${from} and n.ad_id is null
        and (n.removed_at is null or n.awaits_campaign_id = ${to})
        and exists (select from keywords k where k.organization_id = ${organization} and k.campaign_id = ${to}
          and k.match_type = 'exact' and lower(k.text) = lower(n.text) and k.removed_at is null)
      order by n.id`
  )

/** Writes exclusions of a campaign down that begin when the other one is live. */
export const writePendingExclusions = (
  organization: number,
  campaign: number,
  action: string,
  exclusions: ReadonlyArray<Exclusion>,
  awaitedCampaign: number
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: number }>`
      insert into negative_keywords (organization_id, campaign_id, text, match_type, source, action_id, removed_at,
        awaits_campaign_id)
      select ${organization}, ${campaign}, n.text, n.match, 'engine', ${action}, now(), ${awaitedCampaign}
      from unnest(${exclusions.map(({ text }) => text)}::text[], ${exclusions.map(({ match }) => match)}::text[])
        with ordinality n(text, match, place) order by n.place
      returning id`
    return rows.map(({ id }) => id)
  })

/** Those that need not wait for anything any more, because nobody wants them. */
export const dropPendingExclusions = (organization: number, ids: ReadonlyArray<number>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from negative_keywords
      where organization_id = ${organization} and id = any(${ids}::bigint[]) and awaits_campaign_id is not null`
  )

export interface PendingExclusion extends StoredNegative {
  readonly action: string
  /** The campaign that excludes them, and where it is. */
  readonly campaign: number
  readonly account: string
  readonly inService: boolean
  /** Whether the campaign that they wait for is live in the platform. */
  readonly begins: boolean
}

/** What waits for a campaign to be live. */
export const readPendingExclusions = (organization: number, awaitedCampaign: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<PendingExclusion>`
      select n.id, n.text, n.match_type as match, n.platform_resource_name as ref, false as removed,
        n.action_id as action, c.id as campaign, coalesce(c.ad_account_id, '') as account,
        c.platform_resource_name is not null and c.state <> 'draft' as "inService",
        d.state = 'live' and d.platform_resource_name is not null and 'state' <> all(d.unpushed) as begins
      from negative_keywords n
      join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
      join campaigns d on d.organization_id = n.organization_id and d.id = n.awaits_campaign_id
      where n.organization_id = ${organization} and n.awaits_campaign_id = ${awaitedCampaign} order by n.id`
  )
