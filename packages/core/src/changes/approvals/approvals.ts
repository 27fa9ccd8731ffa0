import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { NotFound, RoleDenied, ServiceError } from "../../contract/index.ts"
import { Pipeline } from "../../pipeline/pipeline.ts"
import { Writes } from "../writes.ts"
import { approve } from "./approve.ts"
import type { Decided, Decision } from "./decision.ts"
import { describeWrite } from "./describe.ts"
import { expireApprovals } from "./expire.ts"
import { findOrganization } from "./find-organization.ts"
import type { NotPending } from "./not-pending.ts"
import { type QueuedWrite, queuedWrites } from "./queued-write.ts"
import { reject } from "./reject.ts"

export interface PendingApproval {
  readonly id: string
  readonly operation: string
  readonly campaign: string | null
  /** One sentence that says what would happen. */
  readonly summary: string
  readonly preview: object | null
  readonly requester: {
    readonly type: QueuedWrite["requester_type"]
    readonly user: string
    readonly prefix: string | null
    readonly last_four: string | null
  }
  readonly requested_at: string
  readonly expires_at: string
  /** Approved, and on its way to the platform. */
  readonly under_way: boolean
}

export type ApprovalRefusal = NotFound | RoleDenied | NotPending

export interface ApprovalsShape {
  /** What waits for a person, oldest first. */
  readonly list: (organization: string) => Effect.Effect<ReadonlyArray<PendingApproval>, NotFound | SqlError>
  /** Carries it out as its requester: approved, or failed where a rule now refuses it. */
  readonly approve: (decision: Decision) => Effect.Effect<Decided, ApprovalRefusal | ServiceError | SqlError>
  readonly reject: (
    decision: Decision & { readonly reason?: string }
  ) => Effect.Effect<Decided, ApprovalRefusal | ServiceError | SqlError>
  readonly expire: Effect.Effect<number, SqlError>
}

const shown = (found: QueuedWrite): PendingApproval => ({
  id: found.id,
  operation: found.operation,
  campaign: found.campaign,
  summary: describeWrite(found),
  preview: found.preview,
  requester: {
    type: found.requester_type,
    user: found.requester_user_email,
    prefix: found.requester_key_prefix,
    last_four: found.requester_key_last_four
  },
  requested_at: found.requested_at,
  expires_at: found.expires_at,
  under_way: found.claimed
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const pipeline = yield* Pipeline
  const writes = yield* Writes
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const shape: ApprovalsShape = {
    list: Effect.fn("Approvals.list")(function* (slug) {
      const { id } = yield* withSql(findOrganization(slug))
      const rows = yield* sql<QueuedWrite>`${sql.literal(queuedWrites)}
        where q.organization_id = ${id} and q.status = 'pending' and q.expires_at > now()
        order by q.requested_at, q.id`
      return rows.map(shown)
    }),
    approve: Effect.fn("Approvals.approve")((decision) => withSql(approve(pipeline, writes, decision))),
    reject: Effect.fn("Approvals.reject")((decision) => withSql(reject(pipeline, decision))),
    expire: withSql(expireApprovals).pipe(Effect.withSpan("Approvals.expire"))
  }
  return shape
})

/** The approval queue: what waits for a person's yes, and what that person says. */
export class Approvals extends Context.Tag("@adwarden/Approvals")<Approvals, ApprovalsShape>() {
  static readonly layer = Layer.effect(Approvals, make)
}
