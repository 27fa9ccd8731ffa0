import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { findMember, notAMemberError } from "../../access/membership.ts"
import { underOrganizationLock } from "../../access/organizations.ts"
import { isConfirmationError } from "../../access/sessions.ts"
import {
  decodeInput,
  operationByName,
  RecommendationNotPending,
  RoleDenied,
  type ServiceError,
  statusOf,
  Unavailable
} from "../../contract/index.ts"
import { clearRequester } from "../../pipeline/authorize.ts"
import { actorOf, auditDraftOf, type OrganizationClearance } from "../../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../../request/handler.ts"
import type { Changes } from "../changes.ts"
import type { ApprovedWrite } from "../holds.ts"
import { mayDecide } from "./deciders.ts"
import { previewHashOf, readQueuedPlan } from "./queued-plan.ts"
import {
  claim,
  failureReason,
  findPending,
  findQueuedWrite,
  pendingProblem,
  type QueuedWrite,
  settleFailed,
  storedRequester
} from "./queued-write.ts"

/** A person's decision on a queued write. API keys and access tokens cannot decide. */
export interface Decision {
  /** Slug of the organization. */
  readonly organization: string
  readonly id: string
}

/** The result of a decision on a queued write. */
export interface DecisionResult {
  readonly id: string
  readonly status: QueuedWrite["status"]
  readonly reason: string | null
  readonly result: object | null
}

/** The write was approved, but a rule refused it. The audit trail shows which rule. */
export class ApprovalFailed extends Data.TaggedError("ApprovalFailed")<{
  readonly decided: DecisionResult
  readonly refusal: ServiceError
}> {
  readonly statusCode = statusOf(this.refusal)
  readonly errorCode = this.refusal._tag
}

/**
 * Checks that the person is an owner or admin now. The check takes the organization's lock until the transaction
 * ends, so a role that is removed meanwhile cannot decide.
 */
const checkApprover = ({ caller: { email }, organization: { slug } }: OrganizationClearance) =>
  Effect.gen(function* () {
    const member = yield* findMember(slug, email)
    if (member.role === null) return yield* notAMemberError(slug, email)
    if (!mayDecide(member.role)) return yield* new RoleDenied({ required_role: "admin" })
  })

/** Clears an approved write under the organization's lock: its approver, that it is pending, and its requester. */
export const clearApproved = ({ approver, id, operation, origin, requester }: ApprovedWrite) =>
  Effect.gen(function* () {
    yield* checkApprover(approver)
    const problem = yield* Effect.flatMap(findQueuedWrite(approver.organization.id, id, true), pendingProblem)
    if (problem !== null) return yield* new RecommendationNotPending({ status: problem.status })
    return yield* clearRequester(requester, operation, origin)
  })

const readDecision = (organization: number, id: string) =>
  Effect.map(
    findQueuedWrite(organization, id),
    ({ reason, result, status }): DecisionResult => ({ id, status, reason, result })
  )

/**
 * Temporary errors: the write stays pending, and approving it again may succeed. A requester is denied access
 * only while an owner has suspended it. So is the error of an approver who has to confirm their password first.
 */
const transientErrors: ReadonlySet<ServiceError["_tag"]> = new Set([
  "unavailable",
  "internal_error",
  "rate_limited",
  "org_access_denied"
])

/** The outcome of an approved write that a rule or the platform refused. */
class ExecutionRefused extends Data.TaggedError("ExecutionRefused")<{
  readonly refusal: ServiceError
  /** Whether the execution itself has already settled the queued write. */
  readonly settled: boolean
}> {}

/**
 * Runs the plan of a queued write as its requester, whose rights and limits are checked as they are now. The
 * approval changes one thing: the write is not queued again. Returns whether the approver's audit event was
 * committed with it.
 */
const executeAsRequester = (
  changes: Changes["Type"],
  queuedWrite: QueuedWrite,
  approver: OrganizationClearance
) =>
  Effect.gen(function* () {
    const { organization } = approver
    const operation = operationByName.get(queuedWrite.operation)
    if (operation === undefined) {
      // Another version of the service queued the write, and may still be running to execute it.
      const because = `This version of the service knows no operation ${queuedWrite.operation}.`
      return yield* new Unavailable({ retryAfter: 60, because })
    }
    const request = { ...approver.request, id: queuedWrite.request_id ?? approver.request.id }
    const draft = auditDraftOf(request, queuedWrite.operation)
    const origin = { request, audit: draft }
    const stored = storedRequester(organization.id, queuedWrite)
    const requester = yield* clearRequester(stored, operation, origin)
    const audit = { ...draft, ...actorOf(requester.caller), organization_id: organization.id }
    const approved: ApprovedWrite = {
      id: queuedWrite.id,
      plan: yield* readQueuedPlan(queuedWrite.plan, { organization: organization.id, id: queuedWrite.id }),
      previewHash: previewHashOf(queuedWrite.preview),
      approver,
      requester: stored,
      operation,
      origin
    }
    const decoded = decodeInput(operation, queuedWrite.input)
    if (!decoded.ok) return yield* decoded.error
    const { comment } = queuedWrite
    const input = { ...(decoded.input as object), ...(comment === null ? {} : { comment }) }
    const outcome = yield* changes.execute(queuedWrite.operation, { ...requester, audit }, input, {
      approved
    })
    // A refusal with its audit event comes from an execution that held the claim and settled the queued
    // write.
    return outcome.kind === "refused"
      ? yield* new ExecutionRefused({ refusal: outcome.error, settled: outcome.audited })
      : outcome.approvalAudited
  })

/**
 * Marks a write as failed that could not be executed. The attempt was rolled back together with its claim, so
 * another approver may have claimed the write since. Under the organization's lock, it marks only a write
 * that nobody else has claimed or decided.
 */
const settleRefused = (id: string, refusal: ServiceError, clearance: OrganizationClearance) =>
  underOrganizationLock(
    clearance.organization.id,
    Effect.gen(function* () {
      const { caller, organization } = clearance
      const problem = yield* claim(organization.id, id, caller.userId)
      if (problem !== null) return yield* problem
      // The approver may have lost the right to decide. That must not fail the change.
      yield* checkApprover(clearance)
      yield* settleFailed(organization.id, id, failureReason(refusal))
    })
  )

/**
 * Approves a queued write. Concurrent approvals and rejections execute it at most once. Where two approvers are
 * needed, the first approval leaves it pending.
 */
export const approve = (changes: Changes["Type"], id: string, clearance: OrganizationClearance) =>
  Effect.gen(function* () {
    const { organization } = clearance
    const queuedWrite = yield* findPending(organization.id, id)
    const outcome = yield* Effect.either(executeAsRequester(changes, queuedWrite, clearance))
    if (outcome._tag === "Right") {
      const reply: HandlerResponse<DecisionResult> = {
        ...respondWith(yield* readDecision(organization.id, id)),
        audited: outcome.right
      }
      return reply
    }
    if (outcome.left._tag === "SqlError") return yield* outcome.left
    const { refusal, settled } =
      outcome.left._tag === "ExecutionRefused" ? outcome.left : { refusal: outcome.left, settled: false }
    if (transientErrors.has(refusal._tag) || isConfirmationError(refusal)) return yield* Effect.fail(refusal)
    if (!settled) yield* settleRefused(id, refusal, clearance)
    return yield* new ApprovalFailed({ decided: yield* readDecision(organization.id, id), refusal })
  })

/**
 * Rejects a queued write. This frees the headroom that the write reserved, and the requester can read the
 * reason.
 */
export const reject = (id: string, reason: string | null, clearance: OrganizationClearance) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { caller, organization } = clearance
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* checkApprover(clearance)
        const problem = yield* Effect.flatMap(findQueuedWrite(organization.id, id, true), pendingProblem)
        if (problem !== null) return yield* problem
        yield* sql`update queued_writes set status = 'rejected', decided_at = now(),
            decided_by = ${caller.userId}, reason = ${reason}
          where organization_id = ${organization.id} and id = ${id} and status = 'pending' and claimed_at is null`
        return respondWith(yield* readDecision(organization.id, id))
      })
    )
  })
