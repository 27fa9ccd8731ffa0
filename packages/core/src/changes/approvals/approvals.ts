import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { NotFound, RoleDenied, ServiceError } from "../../contract/index.ts"
import { Pipeline } from "../../pipeline/pipeline.ts"
import { Changes } from "../changes.ts"
import { approve, begin, type Decided, type Decision, decidedOn, findOrganization, reject } from "./decide.ts"
import {
  expireApprovals,
  findQueuedWrite,
  type NotPending,
  notPending,
  type QueuedWrite,
  queuedWrites
} from "./queued-write.ts"

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

type Deciding = Effect.Effect<Decided, ApprovalRefusal | ServiceError | SqlError>

export interface ApprovalsShape {
  /** What waits for a person, oldest first. */
  readonly list: (organization: string) => Effect.Effect<ReadonlyArray<PendingApproval>, NotFound | SqlError>
  /** Carries it out as its requester: approved, or failed where a rule now refuses it. */
  readonly approve: (decision: Decision) => Deciding
  readonly reject: (decision: Decision & { readonly reason?: string }) => Deciding
  readonly expire: Effect.Effect<number, SqlError>
}

const shown = (found: QueuedWrite): PendingApproval => ({
  id: found.id,
  operation: found.operation,
  campaign: found.campaign,
  summary: found.summary,
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
  const changes = yield* Changes
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  /** Does a person's work audited, and tells what became of the queued write, also where another was faster. */
  const decide = (
    name: string,
    decision: Decision,
    work: (
      begun: Effect.Effect.Success<ReturnType<typeof begin>>
    ) => Effect.Effect<void, ServiceError | SqlError, SqlClient.SqlClient>
  ): Deciding =>
    withSql(
      Effect.gen(function* () {
        const begun = yield* begin(decision)
        const { approver, organization } = begun
        const deed = { name, facts: decision.facts, organization, person: approver.email }
        const { error } = yield* pipeline.attend(deed, withSql(work(begun)))
        if (error?._tag === "recommendation_not_pending") {
          const found = yield* findQueuedWrite(organization.id, decision.id)
          return yield* notPending(found) ?? Effect.fail(error)
        }
        if (error !== null) return yield* Effect.fail(error)
        return yield* decidedOn(organization.id, decision.id)
      })
    )

  const shape: ApprovalsShape = {
    list: Effect.fn("Approvals.list")(function* (slug) {
      const { id } = yield* withSql(findOrganization(slug))
      const rows = yield* sql<QueuedWrite>`${sql.literal(queuedWrites)}
        where q.organization_id = ${id} and q.status = 'pending' and q.expires_at > now()
        order by q.requested_at, q.id`
      return rows.map(shown)
    }),
    approve: Effect.fn("Approvals.approve")((decision) =>
      decide("approvals.approve", decision, (begun) => approve(changes, decision, begun))
    ),
    reject: Effect.fn("Approvals.reject")((decision) =>
      decide("approvals.reject", decision, (begun) => reject(decision, begun))
    ),
    expire: withSql(expireApprovals).pipe(Effect.withSpan("Approvals.expire"))
  }
  return shape
})

/** The approval queue: what waits for a person's yes, and what that person says. */
export class Approvals extends Context.Tag("@adwarden/Approvals")<Approvals, ApprovalsShape>() {
  static readonly layer = Layer.effect(Approvals, make)
}
