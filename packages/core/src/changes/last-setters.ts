import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"

/** Who last set a value of a campaign. */
export interface LastSetter {
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
