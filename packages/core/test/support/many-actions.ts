import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Gives Northwind's brand campaign so many actions of January 2024. */
export const insertOldActions = (count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_email,
        state, executed_at)
      select o.id, 'act_many' || lpad(n::text, 8, '0'), '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 minute',
        'update_campaign', c.id, 'Many ' || n, 'dashboard', 'user', 'many@adwarden.test', 'executed', now()
      from organizations o join campaigns c on c.organization_id = o.id and c.slug = 'northwind-brand',
        generate_series(1, ${count}::int) n
      where o.slug = 'northwind'`
  )
