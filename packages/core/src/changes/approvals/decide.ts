import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { findMember, notAMember } from "../../access/membership.ts"
import {
  envelope,
  NotFound,
  operationByName,
  RecommendationNotPending,
  RoleDenied,
  type ServiceError
} from "../../contract/index.ts"
import { actorOf, draftOf } from "../../pipeline/audit-event.ts"
import type { RequestFacts } from "../../pipeline/call.ts"
import { clearRequester } from "../../pipeline/requester.ts"
import type { Approved, Changes } from "../changes.ts"
import {
  claim,
  expireApprovals,
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
  /** E-mail of the owner or admin who decides. */
  readonly by: string
  readonly facts: RequestFacts
}

/** What became of a queued write. */
export interface Decided {
  readonly id: string
  readonly status: QueuedWrite["status"]
  readonly reason: string | null
  readonly result: object | null
}

/**
 * The person who decides, an owner or admin at this moment. Their membership is locked against change until the
 * transaction ends, so that nobody decides on the strength of a role that was just taken from them.
 */
const findApprover = (organization: string, email: string) =>
  Effect.gen(function* () {
    const member = yield* findMember(organization, email)
    if (member.role === null) return yield* notAMember(organization, email)
    if (member.role === "member") return yield* new RoleDenied({ required_role: "admin" })
    return member
  })

interface OrganizationRow {
  readonly id: number
  readonly slug: string
  readonly currency: string
  readonly approvals_required: boolean
}

export const findOrganization = (slug: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<OrganizationRow>`
      select id, slug, currency, approvals_required from organizations where slug = ${slug}`
    if (row === undefined) return yield* new NotFound({ what: `The organization ${JSON.stringify(slug)}` })
    const { approvals_required: approvalsRequired, ...rest } = row
    return { ...rest, approvalsRequired }
  })

/** Who decides on what, where: looked up before anything is done, and checked again when it is. */
export const begin = ({ by, id, organization: slug }: Decision) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // What ran out a moment ago is as good as rejected, whether or not the job has come by.
    yield* expireApprovals
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const organization = yield* findOrganization(slug)
        const approver = yield* findApprover(slug, by)
        const found = yield* findQueuedWrite(organization.id, id)
        const late = notPending(found)
        if (late !== null) return yield* late
        return { organization, approver, found }
      })
    )
  })
type Begun = Effect.Effect.Success<ReturnType<typeof begin>>

/** Trouble that passes: the change stays pending, and approving again is worth a try. */
const passing: ReadonlySet<ServiceError["_tag"]> = new Set([
  "unavailable",
  "internal_error",
  "not_implemented",
  "rate_limited"
])

/** Why an approved change could not be carried out, for the requester and for the approver. */
const failureReason = (error: ServiceError): string => {
  switch (error._tag) {
    case "unauthorized":
      return error.why === "creator_role"
        ? "unauthorized: Whoever asked for this no longer has a role that allows it."
        : `unauthorized: The key or connected app that asked for this was ${error.why === "expired" ? "rotated or has expired" : "revoked"}.`
    case "role_denied":
    case "insufficient_scope":
      return `${error._tag}: Whoever asked for this may no longer do it.`
    default:
      return `${error._tag}: ${envelope(error, "").error.message}`
  }
}

/**
 * Says yes. It runs as its requester, who is cleared and held to every rule as they stand now; all that the approval
 * adds is that it is not queued again. However many say so at once, and whoever says no meanwhile, it is carried out
 * once or not at all.
 */
export const approve = (changes: Changes["Type"], decision: Decision, begun: Begun) =>
  Effect.gen(function* () {
    const { approver, found, organization } = begun
    const { by, facts, id } = decision
    const operation = operationByName.get(found.operation)!
    const request = { ...facts, id: found.request_id ?? facts.id }
    const draft = draftOf(request, found.operation)
    const clear = clearRequester(requesterIn(organization.id, found), operation, { request, audit: draft })

    const approved: Approved = {
      id,
      begin: Effect.gen(function* () {
        yield* findApprover(organization.slug, by)
        const late = notPending(yield* findQueuedWrite(organization.id, id, true))
        if (late !== null) return yield* new RecommendationNotPending({ status: late.status })
        yield* claim(organization.id, id, approver.user_id)
        return yield* clear
      })
    }
    const failed = (error: ServiceError) =>
      passing.has(error._tag)
        ? Effect.fail(error)
        : Effect.asVoid(settleFailed(organization.id, id, failureReason(error), approver.user_id))
    const cleared = yield* Effect.either(clear)
    if (cleared._tag === "Left") {
      return yield* cleared.left._tag === "SqlError" ? Effect.fail(cleared.left) : failed(cleared.left)
    }
    const clearance = {
      ...cleared.right,
      audit: { ...draft, ...actorOf(cleared.right.caller), organization_id: organization.id }
    }
    const outcome = yield* changes.execute(found.operation, clearance, found.input as never, approved)
    if (outcome.is !== "refused") return
    // Another was faster: not this change's fault, so it stays as it is.
    if (outcome.error._tag === "recommendation_not_pending") return yield* Effect.fail(outcome.error)
    yield* failed(outcome.error)
  })

/** Says no. The headroom that the change held is free again, and the requester can read the reason. */
export const reject = (
  decision: Decision & { readonly reason?: string },
  { approver, organization }: Begun
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* findApprover(organization.slug, decision.by)
        const late = notPending(yield* findQueuedWrite(organization.id, decision.id, true))
        if (late !== null) return yield* new RecommendationNotPending({ status: late.status })
        yield* sql`update queued_writes set status = 'rejected', decided_at = now(),
            decided_by = ${approver.user_id}, reason = ${decision.reason?.trim() || null}
          where organization_id = ${organization.id} and id = ${decision.id} and status = 'pending'`
      })
    )
  })

export const decidedOn = (organization: number, id: string) =>
  Effect.map(
    findQueuedWrite(organization, id),
    ({ reason, result, status }): Decided => ({ id, status, reason, result })
  )
