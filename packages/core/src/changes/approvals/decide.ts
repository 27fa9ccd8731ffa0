import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { findMember, notAMember } from "../../access/membership.ts"
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
import { actorOf, draftOf } from "../../request/audit-event.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { type Reply, replyOf } from "../../request/handler.ts"
import type { Changes } from "../changes.ts"
import type { Approved } from "../under-lock.ts"
import { readKeptPlan } from "./kept-plan.ts"
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

/** How an approved write ended where a rule or the platform refused it. */
class Refused extends Data.TaggedError("Refused")<{
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
      plan: yield* readKeptPlan(found.plan, { organization: organization.id, id: found.id }),
      previewHash: previewHashOf(found.preview),
      audit: approver.audit,
      begin: Effect.gen(function* () {
        yield* checkApprover(approver)
        const late = yield* claim(organization.id, found.id, caller.userId)
        if (late !== null) return yield* new RecommendationNotPending({ status: late.status })
        return yield* clear
      })
    }
    const decoded = decodeInput(operation, found.input)
    if (!decoded.ok) return yield* decoded.error
    const input = decoded.input as Readonly<Record<string, unknown>>
    const outcome = yield* changes.execute(found.operation, { ...requester, audit }, input, approved)
    // A refusal with its audit event comes from an execution that held the claim, and settled the queued write with it.
    return outcome.is === "refused"
      ? yield* new Refused({ refusal: outcome.error, settled: outcome.audited })
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
      const late = yield* claim(organization.id, id, caller.userId)
      if (late !== null) return yield* late
      // The approver may be the one who may no longer decide: that is not the change's fault.
      yield* checkApprover(clearance)
      yield* settleFailed(organization.id, id, failureReason(refusal))
    })
  )

/** Says yes. However many do so at once, and whoever says no meanwhile, it is carried out once or not at all. */
export const approve = (changes: Changes["Type"], id: string, clearance: OrganizationClearance) =>
  Effect.gen(function* () {
    const { organization } = clearance
    const found = yield* findPending(organization.id, id)
    const outcome = yield* Effect.either(carryOutAs(changes, found, clearance))
    if (outcome._tag === "Right") {
      const reply: Reply<Decided> = {
        ...replyOf(yield* decidedOn(organization.id, id)),
        audited: outcome.right
      }
      return reply
    }
    if (outcome.left._tag === "SqlError") return yield* outcome.left
    const { refusal, settled } =
      outcome.left._tag === "Refused" ? outcome.left : { refusal: outcome.left, settled: false }
    if (passing.has(refusal._tag)) return yield* Effect.fail(refusal)
    if (!settled) yield* settleRefused(id, refusal, clearance)
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
          where organization_id = ${organization.id} and id = ${id} and status = 'pending' and claimed_at is null`
        return replyOf(yield* decidedOn(organization.id, id))
      })
    )
  })
