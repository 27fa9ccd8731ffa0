import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import type { ServiceError } from "../contract/index.ts"
import type { AuditDraft, OrganizationClearance } from "../request/clearance.ts"
import type { QueuedPlan } from "./approvals/queued-plan.ts"
import type { ApprovalStep } from "./approvals/second-approval.ts"

/** A queued write that a person approved. */
export interface ApprovedWrite {
  readonly id: string
  /**
   * The plan that the approver saw, which is all that is executed; null for a write queued before plans were
   * stored.
   */
  readonly plan: QueuedPlan | null
  /** The hash of the preview that the approver saw. It decides if no plan was stored. */
  readonly previewHash: string | null
  /** The approver's own audit event, which is committed with the change. */
  readonly audit: AuditDraft
  /**
   * Runs first under the organization's lock: checks that the approver may decide, that the queued write is pending, and
   * its requester's current rights. Otherwise it fails with the reason why the write cannot be approved.
   */
  readonly clear: Effect.Effect<OrganizationClearance, ServiceError | SqlError, SqlClient.SqlClient>
  /**
   * Runs under the lock for a plan that passes the rules, with the amount that it lets the organization spend more a day.
   * Claims the queued write if this approval is enough; otherwise the write stays pending.
   */
  readonly admit: (
    dailyRise: number
  ) => Effect.Effect<ApprovalStep, ServiceError | SqlError, SqlClient.SqlClient>
}

/** How a write is executed besides its input. */
export interface ExecuteOptions {
  /** The approval of a queued write. */
  readonly approved?: ApprovedWrite | undefined
  /**
   * Runs first under the organization's lock. Its failure refuses the write, so the write is executed only while what
   * it checks is so.
   */
  readonly precondition?: Effect.Effect<void, ServiceError | SqlError, SqlClient.SqlClient>
}
