import { bindStatement, statement } from "../../storage/index.ts"

/** A change of the same campaign that was executed after a write was queued. */
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
