import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect } from "effect"
import { organizationLock } from "../access/organization-lock.ts"

/** What the rules on money and approval need to know of an organization. */
export interface OrganizationRules {
  readonly id: number
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  readonly approvalsRequired: boolean
}

interface Row {
  readonly id: number
  readonly max_spend: number | null
  readonly api_budget_change_limit_pct: number
  readonly approvals_required: boolean
}

/**
 * The organization's rules as they are now. Writers lock the row until they commit.
 */
export const organizationRules = (id: number, lock: boolean) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Row>`
      select id, max_spend, api_budget_change_limit_pct, approvals_required from organizations
      where id = ${id} ${sql.literal(lock ? organizationLock : "")}`
    const rules: OrganizationRules = {
      id,
      maxSpend: row!.max_spend,
      changeLimitPercent: row!.api_budget_change_limit_pct,
      approvalsRequired: row!.approvals_required
    }
    return rules
  })

/** Daily budgets of all campaigns but one, and what pending approvals would add to any campaign. */
export const budgetsBeside = (organization: number, campaign: number | null, approving: string | null) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ sum: number }>`
      select (select coalesce(sum(budget), 0) from campaigns
          where organization_id = ${organization} and id is distinct from ${campaign})
        + (select coalesce(sum(reserved_budget), 0) from queued_writes
          where organization_id = ${organization} and status = 'pending' and id is distinct from ${approving}) as sum`
    return row!.sum
  })

/**
 * What an organization's daily budgets commit, reservations of pending approvals included. Whoever owns budgets
 * provides it; the engine only adds up.
 */
export class Spending extends Context.Tag("@adwarden/Spending")<
  Spending,
  {
    /** `approving`: a queued write whose own reservation must not stand in its way. */
    readonly committed: (
      organization: number,
      approving: string | null
    ) => Effect.Effect<number, SqlError, SqlClient.SqlClient>
  }
>() {}
