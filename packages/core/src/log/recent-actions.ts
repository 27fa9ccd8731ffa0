import type { ActionId } from "../contract/index.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"

/** A change of a campaign that was executed after a write was queued. */
export interface LaterChange {
  readonly id: string
  readonly at: string
  readonly detail: string
  /** Email of the person; null for the service itself. */
  readonly by: string | null
  readonly key_last_four: string | null
}

const laterChanges = statement(`
select id, at, detail, actor_user_email as by, actor_key_last_four as key_last_four from actions
where organization_id = $1 and campaign_id = $2 and state = 'executed' and at > $3::timestamptz
order by at, sequence limit 5`)

/** Reads what was changed at a campaign since a moment, oldest first. */
export const readLaterChanges = (organization: number, campaign: number, since: string) =>
  bindStatement<LaterChange>(laterChanges, [organization, campaign, since])

/** An executed change as the page of the key that made it shows it. */
export interface KeyAction {
  readonly id: string
  readonly at: string
  readonly detail: string
  readonly campaign_id: number | null
  readonly undone: boolean
}

const ofKey = statement(`
select id, at, detail, campaign_id, undone_at is not null as undone from actions
where organization_id = $1 and actor_key_id = $2 and state = 'executed' order by at desc, sequence desc limit $3`)

/** Reads the newest changes that a key made. */
export const readKeyActions = (organization: number, key: number, limit: number) =>
  bindStatement<KeyAction>(ofKey, [organization, key, limit])

/** A change that names something as affected, such as a recommendation. */
export interface NamingAction {
  readonly id: string
  readonly at: string
  readonly detail: string
  /** Email of the person; null for the service itself. */
  readonly by: string | null
  readonly undone: boolean
}

const naming = statement(`
select id, at, detail, actor_user_email as by, undone_at is not null as undone from actions
where organization_id = $1 and campaign_id = $2 and state = 'executed' and affected_keys @> array[$3::text]
order by at desc, sequence desc limit 10`)

/** Reads the newest changes of a campaign that affect a key. */
export const readActionsNaming = (organization: number, campaign: number, key: string) =>
  bindStatement<NamingAction>(naming, [organization, campaign, key])

const latestNaming = statement(`
select wanted.key, (select id from actions
    where organization_id = $1 and campaign_id = wanted.campaign and state = 'executed' and undone_at is null
      and affected_keys @> array[wanted.key]
    order by at desc, sequence desc limit 1) as id
from unnest($2::text[], $3::bigint[]) as wanted (key, campaign)`)

/** Reads the newest standing change that affects each of these keys, of the campaign at the same place; null if none does. */
export const readLatestNaming = (
  organization: number,
  keys: ReadonlyArray<string>,
  campaigns: ReadonlyArray<number>
) =>
  bindStatement<{ readonly key: string; readonly id: ActionId | null }>(latestNaming, [
    organization,
    keys,
    campaigns
  ])

/** What stands in the way of undoing an action, as far as the log shows. The preview of the undo decides. */
export interface UndoOutlook {
  readonly id: string
  /** Whether its edits have a way back. */
  readonly reversible: boolean
  /** The latest action at the same campaign that changed the same values since; null if there is none. */
  readonly later_id: string | null
}

const outlooks = statement(`
select a.id, jsonb_array_length(a.steps) > 0 as reversible,
  (select later.id from actions later
    where later.organization_id = $1 and later.campaign_id = a.campaign_id and later.at >= a.at
      and later.sequence > a.sequence and later.undone_at is null and later.state <> 'failed'
      and later.affected_keys && a.affected_keys
    order by later.sequence desc limit 1) as later_id
from actions a where a.organization_id = $1 and a.id = any($2::text[]) and a.undone_at is null`)

/** Reads what stands in the way of undoing these actions. Those that are undone are left out. */
export const readUndoOutlooks = (
  organization: number,
  actions: ReadonlyArray<string>
): BoundStatement<UndoOutlook> => bindStatement(outlooks, [organization, actions])
/** A person or key with the campaign of an action, for the choices of a filter. */
export interface LoggedActor {
  readonly user_id: number | null
  readonly email: string | null
  readonly key_id: number | null
  readonly last_four: string | null
  readonly campaign_id: number | null
}

/** Older actions are still listed; they only add no choice. */
const actors = statement(`
select distinct actor_user_id as user_id, actor_user_email as email, actor_key_id as key_id,
  actor_key_last_four as last_four, campaign_id
from (select * from actions where organization_id = $1 and state = 'executed' order by at desc, sequence desc limit 1000) recent`)

/** Reads who changed which campaign in the last thousand actions. */
export const readLoggedActors = (organization: number): BoundStatement<LoggedActor> =>
  bindStatement(actors, [organization])

/** An action as a mark on a time axis. */
interface ActionMark {
  readonly id: string
  readonly at: string
  readonly detail: string
  readonly campaign_id: number | null
}

const marks = statement(`
select id, at, detail, campaign_id from actions
where organization_id = $1 and state = 'executed' and undone_at is null and ($2::bigint is null or campaign_id = $2)
  and at >= $3::timestamptz order by at desc, sequence desc limit $4`)

/** Reads the newest standing actions since a moment. */
export const readActionMarks = (
  organization: number,
  campaign: number | null,
  since: string,
  limit: number
): BoundStatement<ActionMark> => bindStatement(marks, [organization, campaign, since, limit])

/** Who last set a value of a campaign. */
interface LastSetter {
  readonly key: string
  readonly at: string
  readonly user_id: number | null
  readonly email: string | null
  readonly key_id: number | null
  readonly connection_id: string | null
}

const setters = statement(`
select distinct on (k.key) k.key, a.at, a.actor_user_id as user_id, a.actor_user_email as email, a.actor_key_id as key_id,
  a.actor_connection_id as connection_id
from unnest($3::text[]) as k (key) join actions a on a.affected_keys && array[k.key]
where a.organization_id = $1 and a.campaign_id = $2 and a.state = 'executed' and a.undone_at is null
order by k.key, a.at desc, a.sequence desc`)

/** Reads who last set these values of a campaign, by their affected keys. */
export const readLastSetters = (
  organization: number,
  campaign: number,
  keys: ReadonlyArray<string>
): BoundStatement<LastSetter> => bindStatement(setters, [organization, campaign, keys])

/** A change of a campaign, or its undo, with what it set. */
export interface CampaignAction {
  readonly campaign_id: number
  readonly at: string
  readonly undone_at: string | null
  /** The sentences of its edits, as `Sentence`. */
  readonly sentences: ReadonlyArray<{
    readonly subject?: string
    readonly from?: string
    readonly to?: string
  } | null>
}

const ofCampaigns = statement(`
select campaign_id, at, undone_at, jsonb_path_query_array(steps, '$[*].sentence') as sentences
from actions where organization_id = $1 and campaign_id = any($2::bigint[]) and state = 'executed'
  and at >= $3::timestamptz order by at, sequence`)

/** Reads the changes of some campaigns since a moment, oldest first. */
export const readActionsOf = (organization: number, campaigns: ReadonlyArray<number>, since: string) =>
  bindStatement<CampaignAction>(ofCampaigns, [organization, campaigns, since])
