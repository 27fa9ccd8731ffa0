import { Layer } from "effect"
import { BudgetCommitments, type Committed } from "../changes/organization.ts"
import { bindStatement, organizationsStatement, statement } from "../storage/index.ts"

/** SQL: the daily budgets that pending writes of the organization $1 would set, by write and campaign. */
const reservationsSql = `(select q.id, each.campaign, each.budget from queued_writes q
  cross join unnest(q.reserved_campaigns, q.reserved_budgets) as each (campaign, budget)
  where q.organization_id = $1 and q.status = 'pending')`

/**
 * SQL: the committed budget of a campaign (`c`). It is the largest of three amounts: its daily budget, the
 * platform's budget (rounded up) while both may differ, and the largest pending budget.
 */
const countedBudgetSql = (largestReserved: string): string => `greatest(coalesce(c.budget, 0),
  case when 'budget' = any(c.unpushed) or c.conflict is not null then ceil(coalesce(c.platform_budget, 0)) else 0 end,
  coalesce(${largestReserved}, 0))`

/** SQL: for one campaign of the organization $1. */
export const campaignCommitmentSql = countedBudgetSql(
  `(select max(r.budget) from ${reservationsSql} r where r.campaign = c.id)`
)

const committed = statement(`
  with reserved as (
    select campaign, max(budget) as largest, sum(budget) filter (where id is distinct from $2::text) as together
    from ${reservationsSql} r group by campaign)
  select coalesce((select sum(${countedBudgetSql("r.largest")}) from campaigns c
      left join reserved r on r.campaign = c.id
      where c.organization_id = $1 and c.removed_at is null), 0)
    + coalesce((select together from reserved where campaign is null), 0) as sum`)

const unreserved = statement(`
  select coalesce(sum(${countedBudgetSql("0")}), 0) as sum from campaigns c
  where c.organization_id = $1 and c.removed_at is null`)

const committedSums = organizationsStatement<Committed & { readonly organization_id: number }>(
  (within) => `
  with reserved as (
    select q.organization_id, each.campaign, max(each.budget) as largest, sum(each.budget) as together
    from queued_writes q cross join unnest(q.reserved_campaigns, q.reserved_budgets) as each (campaign, budget)
    where q.status = 'pending' and ${within("q.organization_id")} group by q.organization_id, each.campaign)
  select organization_id, sum(budget) as sum from (
    select c.organization_id, ${countedBudgetSql("r.largest")} as budget from campaigns c
    left join reserved r on r.organization_id = c.organization_id and r.campaign = c.id
    where c.removed_at is null and ${within("c.organization_id")}
    union all select organization_id, together from reserved where campaign is null
  ) as budgets group by organization_id`
)

/**
 * Campaigns own budgets, so they provide the sum of an organization's committed budgets. It reads the queue
 * once for all campaigns.
 */
export const budgetCommitmentsLayer = Layer.succeed(BudgetCommitments, {
  read: (organization, queuedWriteId) => bindStatement(committed, [organization, queuedWriteId]),
  readSums: committedSums,
  readUnreserved: (organization) => bindStatement(unreserved, [organization])
})
