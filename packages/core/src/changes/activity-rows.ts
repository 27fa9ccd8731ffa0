import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"

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

const deciders = statement(
  "select id, decided_by from queued_writes where organization_id = $1 and id = any($2::text[]) and decided_by is not null"
)

/** Reads who approved these queued writes. */
export const readDeciders = (
  organization: number,
  writes: ReadonlyArray<string>
): BoundStatement<{ readonly id: string; readonly decided_by: number }> =>
  bindStatement(deciders, [organization, writes])

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
export interface ActionMark {
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
