import type * as SqlClient from "@effect/sql/SqlClient"
import type { Statement } from "@effect/sql/Statement"
import { Context } from "effect"
import { organizationLock } from "../access/organization-lock.ts"

/** What the rules on money and approval need to know of an organization. */
export interface OrganizationRules {
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  readonly approvalsRequired: boolean
  /** How many writes may wait for approval at once. */
  readonly approvalQueueLimit: number
}

interface Row {
  readonly max_spend: number | null
  readonly api_budget_change_limit_pct: number
  readonly approvals_required: boolean
  readonly approval_queue_limit: number
}

/**
 * The organization's rules as they are now. Writers lock the row until they commit, so that two calls can never
 * both take the same headroom.
 */
export const readRules = (sql: SqlClient.SqlClient, id: number, lock: boolean): Statement<Row> => sql<Row>`
  select max_spend, api_budget_change_limit_pct, approvals_required, approval_queue_limit from organizations
  where id = ${id} ${sql.literal(lock ? organizationLock : "")}`

export const rulesOf = (row: Row): OrganizationRules => ({
  maxSpend: row.max_spend,
  changeLimitPercent: row.api_budget_change_limit_pct,
  approvalsRequired: row.approvals_required,
  approvalQueueLimit: row.approval_queue_limit
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
      sql: SqlClient.SqlClient,
      organization: number,
      approving: string | null
    ) => Statement<{ readonly sum: number }>
  }
>() {}
