import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer } from "effect"
import { Spending } from "../changes/organization.ts"

/**
 * What a campaign (`c`) counts for: its daily budget or, while that is not yet pushed, what the platform may still
 * spend, if that is more.
 */
export const countedBudget = `greatest(coalesce(c.budget, 0),
  case when 'budget' = any(c.unpushed) then ceil(coalesce(c.platform_budget, 0)) else 0 end)`

/** Campaigns own budgets, so they say what an organization has committed. Of what waits, one counts a campaign. */
export const spendingLayer = Layer.succeed(Spending, {
  committed: (organization, approving) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [row] = yield* sql<{ sum: number }>`
        select coalesce((select sum(${sql.literal(countedBudget)}) from campaigns c
            where c.organization_id = ${organization}), 0)
          + coalesce((select sum(largest) from (select max(reserved_budget) as largest from queued_writes
              where organization_id = ${organization} and status = 'pending' and id is distinct from ${approving}
              group by coalesce(campaign_id::text, id)) r), 0) as sum`
      return row!.sum
    })
})
