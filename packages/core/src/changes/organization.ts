import { Context } from "effect"
import { organizationLock } from "../access/organization-lock.ts"
import { type BoundStatement, bindStatement, type Statement, statement } from "../storage/index.ts"

/** What the rules on money and approval need to know of an organization. */
export interface OrganizationRules {
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  readonly approvalsRequired: boolean
  /** How many writes may wait for approval at once. */
  readonly approvalQueueLimit: number
}

interface RulesRow {
  readonly max_spend: number | null
  readonly api_budget_change_limit_pct: number
  readonly approvals_required: boolean
  readonly approval_queue_limit: number
}

/**
 * The organization's rules as they are now. Writers lock the row until they commit, so that two calls can never
 * both take the same headroom.
 */
export const readRules = (id: number, lock: boolean): BoundStatement<RulesRow> =>
  bindStatement(lock ? selectRulesLocked : selectRules, [id])

const selectRules = statement(`
  select max_spend, api_budget_change_limit_pct, approvals_required, approval_queue_limit
  from organizations where id = $1`)
const selectRulesLocked = statement(`${selectRules.text} ${organizationLock}`)

export const rulesOf = (row: RulesRow): OrganizationRules => ({
  maxSpend: row.max_spend,
  changeLimitPercent: row.api_budget_change_limit_pct,
  approvalsRequired: row.approvals_required,
  approvalQueueLimit: row.approval_queue_limit
})

/**
 * What an organization's daily budgets commit, reservations of pending approvals included. Whoever owns budgets
 * provides it; the engine only adds up.
 */
export class BudgetCommitments extends Context.Tag("@adwarden/BudgetCommitments")<
  BudgetCommitments,
  {
    /** In SQL: of the organization $1, without what the queued write $2 reserved, if one is being approved. */
    readonly committed: string
    /** The same of an organization that has nothing waiting for approval: shorter, and what nearly every write needs. */
    readonly unreserved: string
  }
>() {}

export interface Committed {
  readonly sum: number
}

/** Reads it by itself. */
export const committedStatement = (committed: string): Statement => statement(`select ${committed} as sum`)
