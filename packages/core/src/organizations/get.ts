import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { handler } from "../pipeline/handler.ts"
import { Statements, statement } from "../storage/index.ts"

const overview = statement(`
select o.slug, o.name, o.plan, o.currency, o.max_spend, o.api_budget_change_limit_pct,
  case when t.id is null then null else json_build_object('name', t.name) end as adops_team,
  (select coalesce(json_agg(json_build_object('id', a.id, 'platform', a.platform, 'status', a.status) order by a.id), '[]')
   from ad_accounts a where a.organization_id = o.id) as ad_accounts
from organizations o left join adops_teams t on t.id = o.adops_team_id
where o.id = $1`)

export const getOrganization = handler(
  "organizations.get",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization, standing }) =>
        Effect.map(
          statements.query<Omit<Output<"organizations.get">, "access">>(overview, [organization.id]),
          ([row]) => ({ ...row!, access: standing === "adops_team" ? "adops_team" : "membership" })
        )
  )
)
