import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Pipeline } from "../../pipeline/pipeline.ts"
import { findApprover } from "./approver.ts"
import { attended } from "./attended.ts"
import { begin } from "./begin.ts"
import type { Decided, Decision } from "./decision.ts"
import { findQueuedWrite, stillPending } from "./queued-write.ts"

/** Says no. The headroom that the change held is free again, and the requester can read the reason. */
export const reject = (pipeline: Pipeline["Type"], decision: Decision & { readonly reason?: string }) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { approver, organization } = yield* begin(decision)
    const reason = decision.reason?.trim() || null
    const work = sql.withTransaction(
      Effect.gen(function* () {
        yield* findApprover(organization.slug, decision.by)
        yield* stillPending(yield* findQueuedWrite(organization.id, decision.id, true))
        yield* sql`update queued_writes set status = 'rejected', decided_at = clock_timestamp(),
            decided_by = ${approver.user_id}, reason = ${reason}
          where organization_id = ${organization.id} and id = ${decision.id} and status = 'pending'`
        const { id, result, status } = yield* findQueuedWrite(organization.id, decision.id)
        const decided: Decided = { id, status, reason, result }
        return decided
      }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    )
    const deed = { name: "approvals.reject", facts: decision.facts, organization, person: approver.email }
    return yield* attended(pipeline, deed, work)
  })
