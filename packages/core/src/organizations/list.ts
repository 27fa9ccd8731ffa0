import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"

type Row = Output<"organizations.list">["organizations"][number]

/** A key sees its own organization; a person sees theirs and those that their team manages. */
const reachableStatement = statement(`
select o.slug, o.name, m.role, o.plan, o.currency,
  case when m.role is null then 'adops_team' else 'membership' end as access,
  case when t.id is null then null else json_build_object('name', t.name) end as adops_team
from organizations o
left join memberships m on m.organization_id = o.id and m.user_id = $1
left join adops_teams t on t.id = o.adops_team_id
where (m.role is not null or o.adops_team_id in (select team_id from adops_team_members where user_id = $1))
  and ($2::bigint is null or o.id = $2)
order by o.slug`)

export const listOrganizations = handler(
  "organizations.list",
  Effect.map(
    Statements,
    (statements) =>
      ({ caller }) =>
        Effect.map(
          statements.query<Row>(reachableStatement, [
            caller.userId,
            caller.kind === "api_key" ? caller.organization.id : null
          ]),
          (organizations) => ({ organizations, total: organizations.length, next_cursor: null })
        )
  )
)
