import { bindStatement, organizationsStatement, runSql, statement } from "../storage/index.ts"
import type { StoredCampaign } from "./campaign.ts"
import { deliveryReasonColumn, type ReadDeliveryReason } from "./delivery-reason.ts"
import type { SpendDirection } from "./usual-spend.ts"

/*
 * A campaign as the platform was last seen to have it. `state` and `budget` are what was asked for: a pause that has not
 * arrived stops nothing. What is unknown there is taken from here.
 */

/** SQL: whether the platform was last seen to run a campaign. */
export const runsSql = (campaign: string): string =>
  `coalesce(${campaign}.platform_state, ${campaign}.state) = 'live'`

/** SQL: the state of a campaign there. A draft that is paused there stays a draft, and an error an error. */
export const seenStateSql = (campaign: string): string =>
  `case when ${campaign}.state = 'error' or ${campaign}.platform_state is null
    or ${campaign}.state = 'draft' and ${campaign}.platform_state = 'paused'
  then ${campaign}.state else ${campaign}.platform_state end`

/** SQL: the daily budget of a campaign there. Ours are whole units, so fractions of it are no difference. */
export const seenBudgetSql = (campaign: string): string =>
  `case when ceil(${campaign}.platform_budget) <> coalesce(${campaign}.budget, 0)
  then ${campaign}.platform_budget else coalesce(${campaign}.budget, 0) end`

/** The state of a campaign there, as `seenStateSql` computes it. */
export const seenState = ({
  platform_state,
  state
}: {
  readonly state: StoredCampaign["state"]
  readonly platform_state?: "live" | "paused" | null | undefined
}): StoredCampaign["state"] =>
  state === "error" || platform_state == null || (state === "draft" && platform_state === "paused")
    ? state
    : platform_state

/** The daily budget of a campaign there, as `seenBudgetSql` computes it. */
export const seenBudget = ({
  budget,
  platform_budget
}: {
  readonly budget: number
  readonly platform_budget?: number | null | undefined
}): number => (platform_budget == null || Math.ceil(platform_budget) === budget ? budget : platform_budget)

const maySpend = statement(`
  select count(*)::int as campaigns from campaigns
  where organization_id = $1 and removed_at is null
    and (coalesce(wanted_state, state) = 'live' or state in ('live', 'error') or platform_state = 'live'
      or (platform_resource_name is not null and cardinality(unpushed) > 0))`)

/**
 * Reads how many campaigns spend or may spend: live here or there, in error, or with a change, such as a pause, that has not
 * reached the platform yet.
 */
export const readMaySpend = (organization: number) =>
  bindStatement<{ readonly campaigns: number }>(maySpend, [organization])

/** Replaces the stored email address of a deleted person in emergency stops. */
export const forgetPersonInStops = (user: number, email: string, replacement: string) =>
  runSql`update emergency_stops set
      user_email = case when user_id = ${user} then ${replacement} else user_email end,
      undone_by_email = case when undone_by_email = ${email} then ${replacement} else undone_by_email end
    where user_id = ${user} or undone_by_email = ${email}`

/* What needs people in campaigns, of some organizations or of all, as the last syncs and pushes left it. */

export interface CampaignTrouble {
  readonly organization_id: number
  readonly id: number
  readonly slug: string
  readonly name: string
  /** Its ad account; null before its launch. */
  readonly account: string | null
  /** Whether a sync or a push failed. */
  readonly failed: boolean
  /** Whether the platform runs it although it is not live here. */
  readonly still_live: boolean
  /** The number of changes of others that wait for a decision. */
  readonly changes: number
  /** The first day without conversions although clicks went on. */
  readonly conversions_stopped_since: string | null
  /** The first of its usual days without impressions. */
  readonly delivery_stopped_since: string | null
  /** Its latest spend outside the usual interval; null if it spends as usual. */
  readonly spend: OutsideSpend | null
  /** Why it is not shown or spends otherwise; null where nothing needs a reason. */
  readonly reason: ReadDeliveryReason | null
}

/** What a campaign spent in a day, or in the seven days up to one, outside the 90% interval of its own days. */
export interface OutsideSpend {
  readonly direction: SpendDirection
  readonly until: string
  readonly span: number
  readonly cost: number
  readonly low: number
  readonly high: number
}

interface StoredTrouble extends Omit<CampaignTrouble, "reason"> {
  readonly reason: unknown
}

/** SQL: campaigns that need a person, by their own row. An index has the same condition. */
const troubled =
  "removed_at is null and (conflict is not null or state = 'error' or platform_state = 'live' and state <> 'live')"

/** SQL: signals of campaigns that need a person. An index has the same condition. */
const unusual =
  "(conversions_stopped_since is not null or delivery_stopped_since is not null or spend_outside is not null)"

/** Reads the campaigns of organizations that need a person, oldest first. */
export const readCampaignTroubles = organizationsStatement<StoredTrouble>(
  (within) => `
select c.organization_id, c.id, c.slug, c.name, c.ad_account_id as account, c.state = 'error' as failed,
  c.platform_state = 'live' and c.state in ('paused', 'draft') as still_live,
  case when c.conflict is null then 0
    else greatest(jsonb_array_length(c.conflict -> 'settings'), p.changes, 1) end::int as changes,
  s.conversions_stopped_since, s.delivery_stopped_since, s.reason,
  case when s.spend_outside is not null then json_build_object('direction', s.spend_outside, 'until', s.spend_until,
    'span', s.spend_span, 'cost', s.spend, 'low', s.spend_low, 'high', s.spend_high) end as spend
from (
  select organization_id, id from campaigns where ${within("organization_id")} and ${troubled}
  union select organization_id, campaign_id from campaign_signals where ${within("organization_id")} and ${unusual}
) t
join campaigns c on c.organization_id = t.organization_id and c.id = t.id and ${within("c.organization_id")}
left join (
  select w.organization_id, w.campaign_id, count(*) as changes from platform_changes w
  join campaigns o on o.organization_id = w.organization_id and o.id = w.campaign_id and w.at > o.last_synced_at
    and ${within("o.organization_id")} and o.removed_at is null and o.conflict is not null
  where ${within("w.organization_id")} group by w.organization_id, w.campaign_id
) p on p.organization_id = c.organization_id and p.campaign_id = c.id
left join campaign_signals s on s.organization_id = c.organization_id and s.campaign_id = c.id
  and ${within("s.organization_id")} and ${unusual} and ${runsSql("c")}
where c.removed_at is null and (s.campaign_id is not null or c.conflict is not null or c.state = 'error'
  or c.platform_state = 'live' and c.state <> 'live')
order by c.organization_id, c.id`
)

/** Decodes what `readCampaignTroubles` reads. */
export const decodeTrouble = (row: StoredTrouble): CampaignTrouble => ({
  ...row,
  reason:
    row.reason === null
      ? null
      : deliveryReasonColumn.read(row.reason, { organization: row.organization_id, id: row.id })
})

/** The last judged week of an organization's running campaigns, and what is usual; null where that is not known. */
export interface OrganizationSignals {
  readonly organization_id: number
  readonly conversions_stopped_since: string | null
  /** The last day of the week. */
  readonly week_until: string | null
  readonly conversions: number | null
  readonly conversions_low: number | null
  readonly conversions_high: number | null
  readonly clicks: number | null
  readonly clicks_low: number | null
  readonly clicks_high: number | null
  /** The month's spend up to a day, and the usual spend of its other days; null before the first sync that judges it. */
  readonly month_until: string | null
  readonly month_spend: number | null
  readonly month_rest: number | null
  /** Whether its pace passed the cap at the last sync. */
  readonly month_warned: boolean
}

/** Reads how the conversions, clicks and spend of organizations are, as the last sync judged them. */
export const readOrganizationSignals = organizationsStatement<OrganizationSignals>(
  (within) => `
select organization_id, conversions_stopped_since, week_until, conversions::float8, conversions_low::float8,
  conversions_high::float8, clicks::float8, clicks_low::float8, clicks_high::float8,
  month_until, month_spend::float8, month_rest::float8, month_warned
from organization_signals where ${within("organization_id")} order by organization_id`
)

/** A conversion action that counts and no longer arrives, although clicks go on. */
export interface SilentAction {
  readonly organization_id: number
  readonly account: string
  readonly ref: string
  readonly name: string
  readonly last_seen: string
  /** The first day without one. */
  readonly since: string
  /** The clicks of its account from that day on. */
  readonly clicks: number
}

/** Reads the silent conversion actions of organizations, of accounts in which a campaign runs. */
export const readSilentActions = organizationsStatement<SilentAction>(
  (within) => `
select a.organization_id, a.ad_account_id as account, a.platform_resource_name as ref, a.name, a.last_seen,
  a.silent_since as since, coalesce(sum(d.clicks), 0)::int as clicks
from conversion_actions a
join campaigns c on c.organization_id = a.organization_id and c.ad_account_id = a.ad_account_id
  and ${within("c.organization_id")}
left join campaign_days d on d.organization_id = a.organization_id and d.campaign_id = c.id
  and d.date >= a.silent_since and ${within("d.organization_id")}
where ${within("a.organization_id")} and a.counts and a.silent_since is not null
group by a.organization_id, a.ad_account_id, a.platform_resource_name
having bool_or(c.removed_at is null and ${runsSql("c")})
order by a.organization_id, a.silent_since, a.name`
)
