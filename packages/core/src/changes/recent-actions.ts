import type { ActionId } from "../contract/index.ts"
import { bindStatement, statement } from "../storage/index.ts"

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
