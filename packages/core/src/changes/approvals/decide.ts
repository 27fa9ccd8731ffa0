import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { findMember, notAMember } from "../../access/membership.ts"
import {
  decodeInput,
  operationByName,
  RecommendationNotPending,
  RoleDenied,
  type ServiceError,
  statusOf,
  Unavailable
} from "../../contract/index.ts"
import { actorOf, draftOf } from "../../pipeline/audit-event.ts"
import type { OrganizationClearance } from "../../pipeline/clearance.ts"
import { type Reply, replyOf } from "../../pipeline/handler.ts"
import { clearRequester } from "../../pipeline/requester.ts"
import type { Changes } from "../changes.ts"
import type { Approved } from "../under-lock.ts"
import {
  claim,
  expireApprovals,
  failureReason,
  findQueuedWrite,
  notPending,
  type QueuedWrite,
  requesterIn,
  settleFailed
} from "./queued-write.ts"

/** A person's word on a queued write. Keys and tokens have no way here. */
export interface Decision {
  /** Slug of the organization. */
  readonly organization: string
  readonly id: string
}

/** What became of a queued write. */
export interface Decided {
  readonly id: string
  readonly status: QueuedWrite["status"]
  readonly reason: string | null
  readonly result: object | null
}

/** Approved, and a rule refused it: the audit trail shows which. */
export class NotCarriedOut extends Data.TaggedError("NotCarriedOut")<{
  readonly decided: Decided
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
    if (member.role === null) return yield* notAMember(slug, email)
    if (member.role === "member") return yield* new RoleDenied({ required_role: "admin" })
  })

/** What waits still, for the person who is about to decide on it. */
export const findPending = (organization: number, id: string) =>
  Effect.gen(function* () {
    // What ran out a moment ago is as good as rejected, whether or not the job has come by.
    yield* expireApprovals
    const found = yield* findQueuedWrite(organization, id)
    const late = notPending(found)
    return late === null ? found : yield* late
  })

const decidedOn = (organization: number, id: string) =>
  Effect.map(
    findQueuedWrite(organization, id),
    ({ reason, result, status }): Decided => ({ id, status, reason, result })
  )

/** Trouble that passes: the change stays pending, and approving again is worth a try. */
const passing: ReadonlySet<ServiceError["_tag"]> = new Set(["unavailable", "internal_error", "rate_limited"])

/**
 * Runs a queued write as its requester, who is cleared and held to every rule as they stand now. All that the approval
 * adds is that it is not queued again. Answers why it was refused, or null, and whether the approver's audit event was
 * committed with it.
 */
const carryOutAs = (changes: Changes["Type"], found: QueuedWrite, approver: OrganizationClearance) =>
  Effect.gen(function* () {
    const { caller, organization } = approver
    const operation = operationByName.get(found.operation)
    if (operation === undefined) {
      // Queued by another version of the service, which may still be there to carry it out.
      const because = `This version of the service knows no operation ${found.operation}.`
      return yield* new Unavailable({ retryAfter: 60, because })
    }
    const request = { ...approver.request, id: found.request_id ?? approver.request.id }
    const draft = draftOf(request, found.operation)
    const clear = clearRequester(requesterIn(organization.id, found), operation, { request, audit: draft })
    const requester = yield* clear
    const audit = { ...draft, ...actorOf(requester.caller), organization_id: organization.id }
    const approved: Approved = {
      id: found.id,
      audit: approver.audit,
      begin: Effect.gen(function* () {
        yield* checkApprover(approver)
        const late = notPending(yield* findQueuedWrite(organization.id, found.id, true))
        if (late !== null) return yield* new RecommendationNotPending({ status: late.status })
        yield* claim(organization.id, found.id, caller.userId)
        return yield* clear
      })
    }
    const decoded = decodeInput(operation, found.input)
    if (!decoded.ok) return yield* decoded.error
    const input = decoded.input as Readonly<Record<string, unknown>>
    const outcome = yield* changes.execute(found.operation, { ...requester, audit }, input, approved)
    return outcome.is === "refused" ? yield* Effect.fail(outcome.error) : outcome.approvalAudited
  })

/** Says yes. However many do so at once, and whoever says no meanwhile, it is carried out once or not at all. */
export const approve = (changes: Changes["Type"], id: string, clearance: OrganizationClearance) =>
  Effect.gen(function* () {
    const { caller, organization } = clearance
    const found = yield* findPending(organization.id, id)
    const outcome = yield* Effect.either(carryOutAs(changes, found, clearance))
    if (outcome._tag === "Right") {
      const reply: Reply<Decided> = {
        ...replyOf(yield* decidedOn(organization.id, id)),
        audited: outcome.right
      }
      return reply
    }
    const refusal = outcome.left
    if (refusal._tag === "SqlError" || passing.has(refusal._tag)) return yield* Effect.fail(refusal)
    if (refusal._tag === "recommendation_not_pending" || refusal._tag === "role_denied") {
      // Another was faster, or the approver may no longer decide: not this change's fault, so it stays as it is.
      const late = notPending(yield* findQueuedWrite(organization.id, id))
      if (late !== null) return yield* late
      yield* checkApprover(clearance)
    }
    yield* settleFailed(organization.id, id, failureReason(refusal), caller.userId)
    return yield* new NotCarriedOut({ decided: yield* decidedOn(organization.id, id), refusal })
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
        const late = notPending(yield* findQueuedWrite(organization.id, id, true))
        if (late !== null) return yield* late
        yield* sql`update queued_writes set status = 'rejected', decided_at = now(),
            decided_by = ${caller.userId}, reason = ${reason}
          where organization_id = ${organization.id} and id = ${id} and status = 'pending'`
        return replyOf(yield* decidedOn(organization.id, id))
      })
    )
  })
