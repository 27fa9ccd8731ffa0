import { Data, Effect } from "effect"
import { findMember, membersWithRoles, notAMemberError } from "../access/membership.ts"
import { approvalConfirmationProblem, readSecurityRules } from "../access/organization-access.ts"
import { readRules, underOrganizationLock } from "../access/organizations.ts"
import { namesOf } from "../access/people.ts"
import { isConfirmationError } from "../access/sessions.ts"
import { recordInTransaction } from "../audit/trail.ts"
import type { Changes } from "../changes/changes.ts"
import type { ApprovalStep, ApprovedWrite } from "../changes/holds.ts"
import {
  decodeInput,
  type EffectiveRole,
  operationByName,
  RecommendationNotPending,
  RoleDenied,
  roles,
  type ServiceError,
  statusOf,
  Unavailable,
  ValidationError
} from "../contract/index.ts"
import { clearRequester } from "../pipeline/authorize.ts"
import { actorOf, auditDraftOf, type OrganizationClearance } from "../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { bindStatement, inTransaction, runSql, statement } from "../storage/index.ts"
import {
  claim,
  failureReason,
  findPending,
  findQueuedWrite,
  pendingProblem,
  previewHashOf,
  type QueuedWrite,
  readQueuedPlan,
  settleFailed,
  storedRequester,
  type Told,
  tellDecided
} from "./queued-write.ts"

/** Whether a person with this effective role can approve or reject queued writes. */
export const mayDecide = (role: EffectiveRole): boolean => role === "owner" || role === "admin"

/** Whether a person can decide on queued writes of an organization now: a member who was not disabled or removed. */
const isDecider = (organization: number, user: number) =>
  Effect.map(membersWithRoles([organization], roles.filter(mayDecide)), (members) =>
    members.some(({ user_id }) => user_id === user)
  )

/** Returns who gave the first approval; null if nobody did, or if that person may no longer decide. */
export const countedFirstApprover = (
  organization: number,
  { first_approved_by: first }: Pick<QueuedWrite, "first_approved_by">
) =>
  first === null
    ? Effect.succeed(null)
    : Effect.map(isDecider(organization, first), (counts) => (counts ? first : null))

/** Decides by the owner's rule. Two approvals are from two people. */
export const approvalStep = (
  dailyRise: number,
  firstApprover: number | null,
  secondAbove: number | null,
  approver: number
): ApprovalStep => {
  if (secondAbove === null || dailyRise <= secondAbove) return "execute"
  if (firstApprover === null) return "record"
  return firstApprover === approver ? "wait" : "execute"
}

/**
 * Claims a queued write for this approval if it is enough for what the write lets the organization spend more a day
 * now. Otherwise records a first approval. Runs under the organization's lock, in the transaction that planned it.
 */
export const admitApproval = (
  id: string,
  { audit, caller, organization }: OrganizationClearance,
  dailyRise: number
) =>
  Effect.gen(function* () {
    const [rules] = yield* runSql(readRules(organization.id))
    const [securityRules] = yield* runSql(readSecurityRules(organization.id))
    const unconfirmed = approvalConfirmationProblem(caller, dailyRise, securityRules!)
    if (unconfirmed !== null) return yield* unconfirmed
    const queuedWrite = yield* findQueuedWrite(organization.id, id, true)
    const first = yield* countedFirstApprover(organization.id, queuedWrite)
    const step = approvalStep(dailyRise, first, rules!.second_approval_above, caller.userId)
    if (step === "execute") {
      const problem = yield* claim(organization.id, id, caller.userId)
      if (problem !== null) return yield* new RecommendationNotPending({ status: problem.status })
    }
    if (step === "record") {
      yield* runSql`update queued_writes set first_approved_by = ${caller.userId}
        where organization_id = ${organization.id} and id = ${id}`
      yield* recordInTransaction(audit, { status_code: 200, error_code: null })
    }
    return step
  })

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
    const { caller, organization } = clearance
    return yield* inTransaction(
      Effect.gen(function* () {
        yield* checkApprover(clearance)
        const problem = yield* Effect.flatMap(findQueuedWrite(organization.id, id, true), pendingProblem)
        if (problem !== null) return yield* problem
        const rejected = yield* runSql<Told>`
          update queued_writes set status = 'rejected', decided_at = now(),
            decided_by = ${caller.userId}, reason = ${reason}
          where organization_id = ${organization.id} and id = ${id} and status = 'pending' and claimed_at is null
          returning id, operation, summary`
        yield* tellDecided(organization.id, "rejected")(rejected)
        return respondWith(yield* readDecision(organization.id, id))
      })
    )
  })

/** What a person wrote on a queued write before it was decided. */
export interface ApprovalComment {
  /** The person's name, and their address. */
  readonly by: string
  readonly email: string
  readonly at: string
  readonly text: string
}

const mostComments = 50

interface Row extends Pick<ApprovalComment, "at" | "text"> {
  readonly user_id: number
}

const commentRows = statement(`
select user_id, at, text from queued_write_comments
where organization_id = $1 and queued_write_id = $2 order by id`)

/** Reads the comments on a queued write, oldest first. */
export const readComments = (organization: number, id: string) =>
  Effect.gen(function* () {
    const rows = yield* runSql(bindStatement<Row>(commentRows, [organization, id]))
    if (rows.length === 0) return []
    const people = yield* namesOf(rows.map(({ user_id }) => user_id))
    return rows.map(({ at, text, user_id }): ApprovalComment => {
      const { email, name } = people.get(user_id)!
      return { by: name, email, at, text }
    })
  })

const refuse = (message: string) => new ValidationError({ fields: [{ path: "comment", message }] })

/** Adds a comment to a pending write, which stays pending. Everybody who can see the write can read it. */
export const addComment = (id: string, text: string, { caller, organization }: OrganizationClearance) =>
  Effect.gen(function* () {
    const problem = yield* Effect.flatMap(findQueuedWrite(organization.id, id, true), pendingProblem)
    if (problem !== null) return yield* problem
    // The lock of the write lets nobody else comment meanwhile.
    const [found] = yield* runSql<{ comments: number }>`select count(*) as comments from queued_write_comments
      where organization_id = ${organization.id} and queued_write_id = ${id}`
    if (found!.comments >= mostComments)
      return yield* refuse(`cannot be added: there are ${mostComments} already`)
    yield* runSql`
      insert into queued_write_comments (organization_id, queued_write_id, user_id, text)
      values (${organization.id}, ${id}, ${caller.userId}, ${text})`
    return null
  })
