import { Effect } from "effect"
import type { Match, PreviousSettings } from "../platform/model.ts"
import { bindStatement, runSql, runSqlText, statement } from "../storage/index.ts"

/** A change that others made in the ad platform, as the sync recorded it. */
export interface StoredExternalChange {
  /** The platform's id of the change, unique in its ad account. */
  readonly id: string
  readonly at: string
  readonly campaign: number | null
  readonly by: string | null
  readonly what: string
}

interface ChangedPart {
  readonly id: number
  readonly removed: boolean
}

/** A change of a campaign with what was before it, and the part of the campaign that it changed. */
export interface RevertedChange {
  readonly what: string
  /** Whether a person has accepted it, or the campaign follows the platform: the values here are those after it. */
  readonly accepted: boolean
  readonly previous: PreviousSettings | null
  readonly keyword:
    | (ChangedPart & {
        readonly ad: number
        readonly text: string
        readonly match: Match
        readonly state: "enabled" | "paused"
        readonly adRemoved: boolean
      })
    | null
  readonly negative:
    | (ChangedPart & { readonly ad: number | null; readonly text: string; readonly match: Match })
    | null
  readonly ad: (ChangedPart & { readonly state: string }) | null
}

/** SQL: the newest row of a part of the campaign $2 that the change `p` names, present rows first, as JSON. */
const changedPart = (table: string, columns: string, ref = "platform_resource_name") =>
  `(select to_json(found) from (select t.id, t.removed_at is not null as removed, ${columns} from ${table} t
    where t.organization_id = $1 and t.campaign_id = $2 and p.resource = t.${ref}
    order by t.removed_at is not null, t.id desc limit 1) found)`

const reverted = `
select p.what, p.at <= c.last_synced_at as accepted, p.detail -> 'previous' as previous,
  ${changedPart(
    "keywords",
    `t.ad_id as ad, t.text, t.match_type as match, t.state, (select a.removed_at is not null from ads a
      where a.organization_id = $1 and a.id = t.ad_id) as "adRemoved"`
  )} as keyword,
  ${changedPart("negative_keywords", "t.ad_id as ad, t.text, t.match_type as match")} as negative,
  coalesce(${changedPart("ads", "t.state")},
    ${changedPart("ads", "t.state", "platform_ad_resource_name")}) as ad
from platform_changes p join campaigns c on c.organization_id = $1 and c.id = p.campaign_id
where p.organization_id = $1 and p.campaign_id = $2 and p.id = $3`

export const findExternalChange = (organization: number, campaign: number, id: string) =>
  Effect.map(runSqlText<RevertedChange>(reverted, [organization, campaign, id]), ([row]) => row ?? null)

/** Reads the newest changes of a campaign, for someone who names one that it lacks. */
export const findNewestOf = (organization: number, campaign: number) =>
  runSql<Pick<StoredExternalChange, "id" | "what">>`
    select id, what from platform_changes where organization_id = ${organization} and campaign_id = ${campaign}
    order by at desc, id limit 5`

const waitingOf = statement(`
select p.at, coalesce(p.by, 'unknown') as by, p.what
from platform_changes p join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
where p.organization_id = $1 and p.campaign_id = $2 and p.at > c.last_synced_at
order by p.at, p.id limit 100`)

/** Reads the changes of a campaign that nobody accepted yet, oldest first. */
export const readWaitingChangesOf = (organization: number, campaign: number) =>
  bindStatement<{ readonly at: string; readonly by: string; readonly what: string }>(waitingOf, [
    organization,
    campaign
  ])

const inConflict = statement(`
select id, name, budget, target_cpa, case when coalesce(wanted_state, state) = 'live' then 'live' else 'paused' end as state,
  conflict, last_synced_at as synced
from campaigns where organization_id = $1 and slug = $2 and removed_at is null and conflict is not null`)

/** A campaign in conflict: our settings now, and what was found, which `conflictOf` decodes. */
export interface CampaignInConflict {
  readonly id: number
  readonly name: string
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly state: "live" | "paused"
  readonly conflict: unknown
  readonly synced: string | null
}

/** Reads a campaign if it is in conflict. */
export const readCampaignInConflict = (organization: number, slug: string) =>
  bindStatement<CampaignInConflict>(inConflict, [organization, slug])

/**
 * Counts the changes of a campaign that nobody accepted yet and that concern more than its name, budget, target and
 * state.
 */
export const readContentChangesWaiting = (organization: number, campaign: number) =>
  Effect.map(
    runSql<{ readonly changes: number }>`
      select count(*)::int as changes from platform_changes p
      join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
      where p.organization_id = ${organization} and p.campaign_id = ${campaign} and p.at > c.last_synced_at
        and not (p.resource in (c.platform_resource_name, c.platform_budget_resource_name)
          and jsonb_array_length(p.detail -> 'fields') = (
            select count(*) from jsonb_object_keys(coalesce(p.detail -> 'previous', '{}'))))`,
    ([row]) => row!.changes
  )

/** More rows would not help the reader of a report. */
const maxReported = 200

/** Days are in UTC, as in the list of actions. */
const outside = statement(`
select id, at, campaign_id as campaign, by, what,
  count(*) filter (where at >= $3::date::timestamp at time zone 'UTC') over () as total
from platform_changes
where organization_id = $1 and at >= $2::date::timestamp at time zone 'UTC'
  and at < ($4::date + 1)::timestamp at time zone 'UTC'
order by at desc, id limit ${maxReported}`)

/** Reads the changes since a day, newest first, each with the number of all in the period. */
export const readExternalChanges = (
  organization: number,
  since: string,
  { from, to }: { readonly from: string; readonly to: string }
) =>
  bindStatement<StoredExternalChange & { readonly total: number }>(outside, [organization, since, from, to])

/**
 * SQL: the part of a campaign that the change `p` of the organization $1 names. A present part is found by an index;
 * the removed ones of the campaign are searched only for a change that removed one.
 */
const partOf = (kind: string, table: string, name: string) => `(select '${kind}' as kind, t.${name} as name
  from ${table} t where t.organization_id = $1 and t.removed_at is null
    and t.platform_resource_name = p.resource)
union all (select '${kind}', t.${name} from ${table} t where t.organization_id = $1
    and t.campaign_id = p.campaign_id and t.removed_at is not null and p.detail ->> 'operation' = 'REMOVE'
    and t.platform_resource_name = p.resource order by t.id desc limit 1)`

const newest = statement(`
select p.id, p.at, p.campaign_id as campaign, p.by, p.what, coalesce(p.at <= c.last_synced_at, true) as accepted,
  p.detail -> 'previous' as previous, part.kind as part, part.name as "partName"
from platform_changes p left join campaigns c on c.organization_id = $1 and c.id = p.campaign_id
left join lateral (${partOf("keyword", "keywords", "text")} union all ${partOf("negative", "negative_keywords", "text")}
  union all ${partOf("ad", "ads", "name")} limit 1) part on true
where p.organization_id = $1 and p.at >= $2::timestamptz and ($3::bigint is null or p.campaign_id = $3)
order by p.at desc, p.id limit $4`)

/** A change as the list of them shows it, with its keyword or ad, which the platform does not always name. */
type ListedExternalChange = StoredExternalChange &
  Pick<RevertedChange, "accepted" | "previous"> & {
    readonly part: "keyword" | "negative" | "ad" | null
    readonly partName: string | null
  }

/** Reads the newest changes since a moment, of one campaign or of all, and whether they were accepted. */
export const readNewestExternalChanges = (
  organization: number,
  since: string,
  campaign: number | null,
  limit: number
) => bindStatement<ListedExternalChange>(newest, [organization, since, campaign, limit])
