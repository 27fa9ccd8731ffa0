import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { OrganizationClearance } from "../../pipeline/clearance.ts"
import { replyOf } from "../../pipeline/handler.ts"
import { findApprover } from "./approver.ts"
import type { Decided } from "./decision.ts"
import { expireApprovals } from "./expire.ts"
import { findQueuedWrite, stillPending } from "./queued-write.ts"

/** Says no. The headroom that the change held is free again, and the requester can read the reason. */
export const reject = (id: string, reason: string | null, { caller, organization }: OrganizationClearance) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // What ran out a moment ago is as good as rejected, whether or not the job has come by.
    yield* expireApprovals
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* findApprover(organization.slug, caller.email)
        yield* stillPending(yield* findQueuedWrite(organization.id, id, true))
        yield* sql`update queued_writes set status = 'rejected', decided_at = clock_timestamp(),
            decided_by = ${caller.userId}, reason = ${reason}
          where organization_id = ${organization.id} and id = ${id} and status = 'pending'`
        const { result, status } = yield* findQueuedWrite(organization.id, id)
        const decided: Decided = { id, status, reason, result }
        return replyOf(decided)
      })
    )
  })
