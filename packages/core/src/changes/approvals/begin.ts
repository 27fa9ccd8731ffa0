import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { findApprover } from "./approver.ts"
import type { Decision } from "./decision.ts"
import { expireApprovals } from "./expire.ts"
import { findOrganization } from "./find-organization.ts"
import { findQueuedWrite, stillPending } from "./queued-write.ts"

/** Who decides on what, where: looked up before anything is done, and checked again when it is. */
export const begin = (decision: Decision) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // What ran out a moment ago is as good as rejected, whether or not the job has come by.
    yield* expireApprovals
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        const organization = yield* findOrganization(decision.organization)
        const approver = yield* findApprover(organization.slug, decision.by)
        const found = yield* findQueuedWrite(organization.id, decision.id)
        yield* stillPending(found)
        return { organization, approver, found }
      })
    )
  })
