import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, type Effect } from "effect"
import type { Requester } from "../access/requester.ts"
import type { AnyOperation, ServiceError } from "../contract/index.ts"
import type { AuditDraft, OrganizationClearance } from "../request/clearance.ts"
import type { PlanContext } from "./edit.ts"
import type { StoredPlan } from "./stored-plan.ts"
import type { PlannedWrite, WriteRequest } from "./write.ts"

type Sql<A, E = SqlError> = Effect.Effect<A, E, SqlClient.SqlClient>

/** A queued write that a person approves. */
export interface ApprovedWrite {
  readonly id: string
  /**
   * The plan that the approver saw, which is all that is executed; null for a write queued before plans were
   * stored.
   */
  readonly plan: StoredPlan | null
  /** The hash of the preview that the approver saw. It decides if no plan was stored. */
  readonly previewHash: string | null
  readonly approver: OrganizationClearance
  readonly requester: Requester
  readonly operation: AnyOperation
  /** The request that the change is logged and audited as. */
  readonly origin: Pick<OrganizationClearance, "request"> & { readonly audit: AuditDraft }
}

/** What an approval by a person leads to. */
export type ApprovalStep =
  /** The write can be executed: one approver is enough, or this is the second. */
  | "execute"
  /** It is recorded as the first of two approvals. */
  | "record"
  /** This person has already given the first approval; another one is needed. */
  | "wait"

/** How the execution of an approved write ended. */
type HoldEnding =
  | { readonly approved: unknown }
  | { readonly failed: ServiceError }
  /** The platform was unavailable, so the write is pending again. */
  | "released"

/** What the engine asks about approvals. The module of approvals provides it. */
export class Holds extends Context.Tag("@adwarden/Holds")<
  Holds,
  {
    /** Whether a write needs approval before it is executed. */
    readonly isHeld: (request: WriteRequest, context: PlanContext, planned: PlannedWrite) => boolean
    /** Queues a write. Returns its id and whether it was queued before. */
    readonly hold: (
      request: WriteRequest,
      context: PlanContext,
      planned: PlannedWrite,
      preview: object
    ) => Sql<{ readonly id: string; readonly alreadyQueued: boolean }, ServiceError | SqlError>
    /** Completes the preview that an approver sees, once the platform's check has ended. */
    readonly completePreview: (organization: number, id: string, preview: object) => Sql<unknown>
    /** SQL: whether the organization $1 has any pending write. */
    readonly pendingExistsSql: string
    /**
     * Runs first under the organization's lock: checks that the approver may decide, that the queued write is pending,
     * and its requester's current rights. Otherwise it fails with the reason why the write cannot be approved.
     */
    readonly clear: (approved: ApprovedWrite) => Sql<OrganizationClearance, ServiceError | SqlError>
    /**
     * Runs under the lock for a plan that passes the rules, with the amount that it lets the organization spend more a
     * day. Claims the queued write if this approval is enough; otherwise the write stays pending.
     */
    readonly admit: (approved: ApprovedWrite, dailyRise: number) => Sql<ApprovalStep, ServiceError | SqlError>
    /** Records how the execution of an approved write ended, in its transaction. */
    readonly settle: (organization: number, id: string, ending: HoldEnding) => Sql<unknown>
  }
>() {}

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
