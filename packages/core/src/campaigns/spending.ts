import { Layer } from "effect"
import { Spending } from "../changes/organization.ts"

/**
 * What a campaign (`c`) counts for: its daily budget; while a lower one is not yet pushed, what the platform may
 * still spend, rounded up; and the largest that waits for approval. Never two of these for the same campaign.
 */
export const countedBudget = `greatest(coalesce(c.budget, 0),
  case when 'budget' = any(c.unpushed) then ceil(coalesce(c.platform_budget, 0)) else 0 end,
  coalesce((select max(q.reserved_budget) from queued_writes q
    where q.organization_id = c.organization_id and q.campaign_id = c.id and q.status = 'pending'), 0))`

/** Campaigns own budgets, so they say what an organization has committed. */
export const spendingLayer = Layer.succeed(Spending, {
  committed: (sql, organization, approving) => sql<{ sum: number }>`
    select coalesce((select sum(${sql.literal(countedBudget)}) from campaigns c
        where c.organization_id = ${organization}), 0)
      + coalesce((select sum(reserved_budget) from queued_writes where organization_id = ${organization}
        and status = 'pending' and campaign_id is null and id is distinct from ${approving}), 0) as sum`
})
