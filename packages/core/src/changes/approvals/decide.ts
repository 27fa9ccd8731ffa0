import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { findMember, notAMemberError } from "../../access/membership.ts"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import {
  decodeInput,
  operationByName,
  RecommendationNotPending,
  RoleDenied,
  type ServiceError,
  statusOf,
  Unavailable
} from "../../contract/index.ts"
import { clearRequester } from "../../pipeline/requester.ts"
import { actorOf, auditDraftOf } from "../../request/audit-event.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../../request/handler.ts"
import type { Changes } from "../changes.ts"
import type { ApprovedWrite } from "../under-lock.ts"
import { readQueuedPlan } from "./queued-plan.ts"
import {
  claim,
  expireApprovals,
  failureReason,
  findQueuedWrite,
  pendingProblem,
  type QueuedWrite,
  settleFailed,
  storedRequester
} from "./queued-write.ts"

/** A person's word on a queued write. Keys and tokens have no way here. */
export interface Decision {
  /** Slug of the organization. */
  readonly organization: string
  readonly id: string
}

/** What became of a queued write. */
export interface DecisionResult {
  readonly id: string
  readonly status: QueuedWrite["status"]
  readonly reason: string | null
  readonly result: object | null
}

/** Approved, and a rule refused it: the audit trail shows which. */
export class ApprovalFailed extends Data.TaggedError("ApprovalFailed")<{
  readonly decided: DecisionResult
  readonly refusal: ServiceError
}> {
  readonly statusCode = statusOf(this.refusal)
  readonly errorCode = this.refusal._tag
}

/**
 * The person who decides, an owner or admin at this moment. Their membership is locked against change until the
 * transaction ends, so that nobody decides on the strength of a role that was just taken from them.
 */
const checkApprover = ({ caller: { email }, organization: { slug } }: OrganizationClearance) =>
  Effect.gen(function* () {
    const member = yield* findMember(slug, email)
    if (member.role === null) return yield* notAMemberError(slug, email)
    if (member.role === "member") return yield* new RoleDenied({ required_role: "admin" })
  })

/** What waits still, for the person who is about to decide on it. */
export const findPending = (organization: number, id: string) =>
  Effect.gen(function* () {
    // What ran out a moment ago is as good as rejected, whether or not the job has come by.
    yield* expireApprovals
    const queuedWrite = yield* findQueuedWrite(organization, id)
    const problem = pendingProblem(queuedWrite)
    return problem === null ? queuedWrite : yield* problem
  })

const readDecision = (organization: number, id: string) =>
  Effect.map(
    findQueuedWrite(organization, id),
    ({ reason, result, status }): DecisionResult => ({ id, status, reason, result })
  )

/** Trouble that passes: the change stays pending, and approving again is worth a try. */
const transientErrors: ReadonlySet<ServiceError["_tag"]> = new Set([
  "unavailable",
  "internal_error",
  "rate_limited"
])

/** How an approved write ended where a rule or the platform refused it. */
class ExecutionRefused extends Data.TaggedError("ExecutionRefused")<{
  readonly refusal: ServiceError
  /** Whether its own execution has settled the queued write already. */
  readonly settled: boolean
}> {}

const previewHashOf = (preview: object | null): string | null => {
  const hash = preview === null ? undefined : (preview as Readonly<Record<string, unknown>>)["preview_hash"]
  return typeof hash === "string" ? hash : null
}

/**
 * Runs the plan of a queued write as its requester, who is cleared and held to every rule as they stand now. All that
 * the approval adds is that it is not queued again. Answers whether the approver's audit event was committed with it.
 */
const executeAsRequester = (
  changes: Changes["Type"],
  queuedWrite: QueuedWrite,
  approver: OrganizationClearance
) =>
  Effect.gen(function* () {
    const { caller, organization } = approver
    const operation = operationByName.get(queuedWrite.operation)
    if (operation === undefined) {
      // Queued by another version of the service, which may still be there to carry it out.
      const because = `This version of the service knows no operation ${queuedWrite.operation}.`
      return yield* new Unavailable({ retryAfter: 60, because })
    }
    const request = { ...approver.request, id: queuedWrite.request_id ?? approver.request.id }
    const draft = auditDraftOf(request, queuedWrite.operation)
    const clear = clearRequester(storedRequester(organization.id, queuedWrite), operation, {
      request,
      audit: draft
    })
    const requester = yield* clear
    const audit = { ...draft, ...actorOf(requester.caller), organization_id: organization.id }
    const approved: ApprovedWrite = {
      id: queuedWrite.id,
      plan: yield* readQueuedPlan(queuedWrite.plan, { organization: organization.id, id: queuedWrite.id }),
      previewHash: previewHashOf(queuedWrite.preview),
      audit: approver.audit,
      claimAndClear: Effect.gen(function* () {
        yield* checkApprover(approver)
        const problem = yield* claim(organization.id, queuedWrite.id, caller.userId)
        if (problem !== null) return yield* new RecommendationNotPending({ status: problem.status })
        return yield* clear
      })
    }
    const decoded = decodeInput(operation, queuedWrite.input)
    if (!decoded.ok) return yield* decoded.error
    const input = decoded.input as Readonly<Record<string, unknown>>
    const outcome = yield* changes.execute(queuedWrite.operation, { ...requester, audit }, input, approved)
    // A refusal with its audit event comes from an execution that held the claim, and settled the queued write with it.
    return outcome.kind === "refused"
      ? yield* new ExecutionRefused({ refusal: outcome.error, settled: outcome.audited })
      : outcome.approvalAudited
  })

/**
 * Marks a write as failed that could not be carried out. Nothing of the attempt is left by then, its claim included, so
 * another approver may have claimed the write meanwhile: only a write that nobody else claimed or decided is marked, under
 * the organization's lock.
 */
const settleRefused = (id: string, refusal: ServiceError, clearance: OrganizationClearance) =>
  underOrganizationLock(
    clearance.organization.id,
    Effect.gen(function* () {
      const { caller, organization } = clearance
      const problem = yield* claim(organization.id, id, caller.userId)
      if (problem !== null) return yield* problem
      // The approver may be the one who may no longer decide: that is not the change's fault.
      yield* checkApprover(clearance)
      yield* settleFailed(organization.id, id, failureReason(refusal))
    })
  )

/** Says yes. However many do so at once, and whoever says no meanwhile, it is carried out once or not at all. */
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
    if (transientErrors.has(refusal._tag)) return yield* Effect.fail(refusal)
    if (!settled) yield* settleRefused(id, refusal, clearance)
    return yield* new ApprovalFailed({ decided: yield* readDecision(organization.id, id), refusal })
  })

/** Says no. The headroom that the change held is free again, and the requester can read the reason. */
export const reject = (id: string, reason: string | null, clearance: OrganizationClearance) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { caller, organization } = clearance
    yield* findPending(organization.id, id)
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* checkApprover(clearance)
        const problem = pendingProblem(yield* findQueuedWrite(organization.id, id, true))
        if (problem !== null) return yield* problem
        yield* sql`update queued_writes set status = 'rejected', decided_at = now(),
            decided_by = ${caller.userId}, reason = ${reason}
          where organization_id = ${organization.id} and id = ${id} and status = 'pending' and claimed_at is null`
        return respondWith(yield* readDecision(organization.id, id))
      })
    )
  })
