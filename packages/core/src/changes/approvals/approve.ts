import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  decodeInput,
  NotImplemented,
  operationByName,
  RecommendationNotPending,
  type ServiceError
} from "../../contract/index.ts"
import { draftOf } from "../../pipeline/audit-event.ts"
import type { OrganizationClearance } from "../../pipeline/clearance.ts"
import { replyOf } from "../../pipeline/handler.ts"
import { clearRequester, type Requester } from "../../pipeline/requester.ts"
import type { Approval, Writes } from "../writes.ts"
import { findApprover } from "./approver.ts"
import { type Decided, NotCarriedOut, type NotPending } from "./decision.ts"
import { expireApprovals } from "./expire.ts"
import { findQueuedWrite, type QueuedWrite, stillPending } from "./queued-write.ts"
import { failureReason, isPassing } from "./reason.ts"
import { settleApproved, settleFailed } from "./settle.ts"

const requesterOf = (organization: number, found: QueuedWrite): Requester => ({
  organization,
  kind: found.requester_key_id === null ? "access_token" : "api_key",
  keyId: found.requester_key_id,
  userId: found.requester_user_id,
  connectionId: found.requester_connection_id,
  scopes: found.requester_scopes
})

/** Says yes. However many do so at once, and whoever says no meanwhile, it is carried out once or not at all. */
export const approve = (writes: Writes["Type"], id: string, clearance: OrganizationClearance) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const withSql = Effect.provideService(SqlClient.SqlClient, sql)
    const { caller, organization } = clearance
    yield* expireApprovals
    const found = yield* findQueuedWrite(organization.id, id)
    yield* stillPending(found)

    /** What kept this approval from being one: not the change's fault, so that stays as it is. */
    let barred: NotPending | ServiceError | undefined
    const claim = Effect.gen(function* () {
      yield* findApprover(organization.slug, caller.email)
      yield* stillPending(yield* findQueuedWrite(organization.id, id, true))
      yield* sql`update queued_writes set claimed_at = clock_timestamp(), decided_by = ${caller.userId}
        where organization_id = ${organization.id} and id = ${id}`
    }).pipe(
      withSql,
      Effect.tapError((error) =>
        Effect.sync(() => {
          if (error._tag !== "SqlError") barred = error
        })
      ),
      Effect.catchTag("NotPending", ({ status }) => new RecommendationNotPending({ status }))
    )
    const approval: Approval = {
      id,
      claim,
      settle: (output) => withSql(settleApproved(organization.id, id, output))
    }

    // It runs as its requester, who is looked up, cleared and held to every rule as they stand now. All that
    // the approval adds is that it is not queued again.
    const run = Effect.gen(function* () {
      const operation = operationByName.get(found.operation)
      if (operation === undefined) return yield* new NotImplemented({ operation: found.operation })
      const request = { ...clearance.request, id: found.request_id ?? clearance.request.id }
      const of = { request, audit: draftOf(request, found.operation) }
      const requester = yield* clearRequester(requesterOf(organization.id, found), operation, of)
      const decoded = decodeInput(operation, found.input)
      if (!decoded.ok) return yield* decoded.error
      const { result } = yield* writes.run(found.operation, requester, decoded.input as object, approval)
      return "refused" in result ? yield* Effect.fail<ServiceError>(result.refused) : result.output
    })
    const refusal = yield* run.pipe(
      Effect.as(null),
      Effect.catchIf(
        (error) => error._tag !== "SqlError",
        (error) => Effect.succeed(error)
      )
    )
    if (barred !== undefined) return yield* Effect.fail(barred)
    if (refusal !== null) {
      if (isPassing(refusal)) return yield* Effect.fail(refusal)
      yield* settleFailed(organization.id, id, failureReason(refusal), caller.userId)
    }
    const { reason, result, status } = yield* findQueuedWrite(organization.id, id)
    const decided: Decided = { id, status, reason, result }
    return refusal === null ? replyOf(decided) : yield* new NotCarriedOut({ decided, refusal })
  })
