import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { RecommendationNotPending, type ServiceError } from "../../contract/index.ts"
import type { Pipeline } from "../../pipeline/pipeline.ts"
import type { Approval } from "../writes.ts"
import { findApprover } from "./approver.ts"
import { begin } from "./begin.ts"
import type { Decided, Decision } from "./decision.ts"
import type { NotPending } from "./not-pending.ts"
import { findQueuedWrite, type QueuedWrite, stillPending } from "./queued-write.ts"
import { failureReason, isPassing } from "./reason.ts"
import { settleApproved, settleFailed } from "./settle.ts"

const requesterOf = (organization: number, found: QueuedWrite) => ({
  organization,
  keyId: found.requester_key_id,
  userId: found.requester_user_id,
  connectionId: found.requester_connection_id,
  scopes: found.requester_scopes
})

/** Says yes. However many do so at once, and whoever says no meanwhile, it is carried out once or not at all. */
export const approve = (pipeline: Pipeline["Type"], decision: Decision) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const withSql = Effect.provideService(SqlClient.SqlClient, sql)
    const { approver, found, organization } = yield* begin(decision)
    const { by, facts, id } = decision

    /** What kept this approval from being one: not the change's fault, so that stays as it is. */
    let barred: NotPending | ServiceError | undefined
    const claim = Effect.gen(function* () {
      yield* findApprover(organization.slug, by)
      yield* stillPending(yield* findQueuedWrite(organization.id, id, true))
      yield* sql`update queued_writes set claimed_at = clock_timestamp(), decided_by = ${approver.user_id}
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

    const write = {
      operation: found.operation,
      input: found.input,
      organization,
      requester: requesterOf(organization.id, found),
      requestId: found.request_id,
      approval
    }
    const deed = { name: "approvals.approve", facts, organization, person: approver.email }
    const { error } = yield* pipeline.attend(deed, pipeline.runApproved(write, facts))
    if (barred !== undefined) return yield* Effect.fail(barred)
    if (error !== null) {
      if (isPassing(error)) return yield* Effect.fail(error)
      yield* settleFailed(organization.id, id, failureReason(error), approver.user_id)
    }
    const { reason, result, status } = yield* findQueuedWrite(organization.id, id)
    const decided: Decided = { id, status, reason, result }
    return decided
  })
