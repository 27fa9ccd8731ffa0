import { Context } from "effect"
import { type BoundStatement, bindStatement, type Statement, statement } from "../storage/index.ts"

/** The organization's settings for budgets and approval. */
export interface OrganizationRules {
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  readonly approvalsRequired: boolean
  /** The maximum number of pending writes. */
  readonly approvalQueueLimit: number
}

interface RulesRow {
  readonly max_spend: number | null
  readonly api_budget_change_limit_pct: number
  readonly approvals_required: boolean
  readonly approval_queue_limit: number
}

const selectRules = statement(`
  select max_spend, api_budget_change_limit_pct, approvals_required, approval_queue_limit
  from organizations where id = $1`)

/** Reads the organization's current rules. Whoever changes them holds the organization's lock. */
export const readRules = (id: number): BoundStatement<RulesRow> => bindStatement(selectRules, [id])

export const rulesOf = (row: RulesRow): OrganizationRules => ({
  maxSpend: row.max_spend,
  changeLimitPercent: row.api_budget_change_limit_pct,
  approvalsRequired: row.approvals_required,
  approvalQueueLimit: row.approval_queue_limit
})

/**
 * The sum of an organization's daily budgets, reservations of pending writes included. The module that owns
 * budgets provides the SQL.
 */
export class BudgetCommitments extends Context.Tag("@adwarden/BudgetCommitments")<
  BudgetCommitments,
  {
    /**
     * SQL: the sum of the organization $1, without the reservation of the queued write $2 that is being
     * approved.
     */
    readonly committed: string
    /**
     * SQL: the same for an organization without pending writes. It is shorter, and nearly every write uses
     * it.
     */
    readonly unreserved: string
  }
>() {}

export interface Committed {
  readonly sum: number
}

/** Returns the statement that reads the sum alone. */
export const committedStatement = (committed: string): Statement => statement(`select ${committed} as sum`)
