import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"

/** Which changes of keys and apps wait while approvals are required. */
export type ApprovalsFor = "every_change" | "raises"

/** The organization's settings for budgets and approval. */
export interface OrganizationRules {
  readonly maxSpend: number | null
  readonly changeLimitPercent: number
  readonly approvalsRequired: boolean
  readonly approvalsFor: ApprovalsFor
  /** The maximum number of pending writes. */
  readonly approvalQueueLimit: number
  /** Whether keys and apps preview a change with a warning code before they execute it. */
  readonly requirePreview: boolean
}

/** The owner's rules for keys and connected apps, by their columns. */
export interface RulesRow {
  readonly approvals_required: boolean
  readonly approvals_for: ApprovalsFor
  /** A rise of daily budgets above it needs two approvers; null if one is always enough. */
  readonly second_approval_above: number | null
  readonly api_budget_change_limit_pct: number
  /** Per month, in the organization's currency; null without a cap. */
  readonly max_spend: number | null
  /** The maximum number of writes that wait for approval; one caller can fill half of it. */
  readonly approval_queue_limit: number
  /** Whether keys and apps preview a change with a warning code before they execute it. */
  readonly require_preview: boolean
}

const selectRules = statement(`
  select approvals_required, approvals_for, second_approval_above, api_budget_change_limit_pct, max_spend, approval_queue_limit,
    require_preview
  from organizations where id = $1`)

/** Reads the organization's current rules. Whoever changes them holds the organization's lock. */
export const readRules = (id: number): BoundStatement<RulesRow> => bindStatement(selectRules, [id])

export const rulesOf = (row: RulesRow): OrganizationRules => ({
  maxSpend: row.max_spend,
  changeLimitPercent: row.api_budget_change_limit_pct,
  approvalsRequired: row.approvals_required,
  approvalsFor: row.approvals_for,
  approvalQueueLimit: row.approval_queue_limit,
  requirePreview: row.require_preview
})

/** Sets rules, by their columns. The caller holds the organization's lock. */
export const updateRules = (id: number, rules: Readonly<Record<string, unknown>>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update organizations set ${sql.update(rules)}, updated_at = now() where id = ${id}`
  )
