import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { RecommendationNotPending, RoleDenied } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { handler } from "../request/handler.ts"
import {
  findQueuedWrite,
  isRequester,
  pendingProblem,
  withdraw,
  withdrawnReason
} from "./approvals/queued-write.ts"
import { readQueuedWrite } from "./get-queued-write.ts"

const notYours = new RoleDenied({
  required_role: "admin",
  because:
    "Only the key or app that requested a change can withdraw it. A person with the role admin can reject it in the dashboard under {page.optimizations}."
})

const inProgress = "being executed"

/**
 * Rejects the caller's own pending write. The row lock orders this and a concurrent approval: the second one
 * finds the write decided. A repeated withdrawal succeeds.
 */
const withdrawOwn = (organization: number, id: string, caller: Caller) =>
  Effect.gen(function* () {
    const queuedWrite = yield* findQueuedWrite(organization, id, true)
    if (!isRequester(queuedWrite, caller)) return yield* notYours
    const problem = yield* pendingProblem(queuedWrite)
    if (problem === null) return yield* withdraw(organization, id)
    if (problem.reason === withdrawnReason) return
    const status = problem.status === "pending" ? inProgress : problem.status
    return yield* new RecommendationNotPending({ status, queued: true })
  })

export const withdrawQueuedWrite = handler(
  "queued_writes.withdraw",
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* readQueuedWrite
    return Effect.fnUntraced(function* ({ caller, organization }, { queued_id }) {
      yield* sql
        .withTransaction(withdrawOwn(organization.id, queued_id, caller))
        .pipe(Effect.provideService(SqlClient.SqlClient, sql))
      return yield* read({ caller, organization }, queued_id)
    })
  })
)
