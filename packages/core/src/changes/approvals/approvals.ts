import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { withAuditEvent } from "../../audit/trail.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { CampaignDirectory } from "../campaign-directory.ts"
import { Changes } from "../changes.ts"
import { addComment } from "./comments.ts"
import {
  type ApprovalFailed,
  approve,
  type Decision,
  type DecisionResult,
  findPending,
  reject
} from "./decide.ts"
import { expireApprovals, type NotPending, type QueuedWrite, selectQueuedWrites } from "./queued-write.ts"

export interface PendingApproval {
  readonly id: string
  readonly operation: string
  readonly campaign: string | null
  /** One sentence that states what the write would do. */
  readonly summary: string
  /** The requester's reason: untrusted text. */
  readonly comment: string | null
  readonly input: object
  readonly preview: object | null
  readonly requester: {
    readonly type: QueuedWrite["requester_type"]
    readonly user: string
    readonly prefix: string | null
    readonly last_four: string | null
  }
  readonly requested_at: string
  readonly expires_at: string
  /** Approved, and being sent to the platform. */
  readonly in_progress: boolean
}

/** The endpoints of the approval queue. Only people can call them; API keys and access tokens cannot. */
export interface ApprovalsShape {
  /** Lists the writes that wait for a person's decision, oldest first. */
  readonly list: (organization: string) => Endpoint<ReadonlyArray<PendingApproval>>
  /** Returns one pending write with all its details. */
  readonly show: (decision: Decision) => Endpoint<PendingApproval, NotPending>
  /** Executes the write as its requester. The result is approved, or failed where a rule now refuses it. */
  readonly approve: (decision: Decision) => Endpoint<DecisionResult, NotPending | ApprovalFailed>
  readonly reject: (decision: Decision & { readonly reason?: string }) => Endpoint<DecisionResult, NotPending>
  /** Adds a comment without deciding. Every member can comment. */
  readonly comment: (decision: Decision & { readonly text: string }) => Endpoint<null, NotPending>
  readonly expire: Effect.Effect<number, SqlError>
}

const toPendingApproval = (queuedWrite: QueuedWrite, campaign: string | null): PendingApproval => ({
  id: queuedWrite.id,
  operation: queuedWrite.operation,
  campaign,
  summary: queuedWrite.summary,
  comment: queuedWrite.comment,
  input: queuedWrite.input,
  preview: queuedWrite.preview,
  requester: {
    type: queuedWrite.requester_type,
    user: queuedWrite.requester_user_email,
    prefix: queuedWrite.requester_key_prefix,
    last_four: queuedWrite.requester_key_last_four
  },
  requested_at: queuedWrite.requested_at,
  expires_at: queuedWrite.expires_at,
  in_progress: queuedWrite.claimed
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const changes = yield* Changes
  const directory = yield* CampaignDirectory
  const toPendingApprovals = (organization: number, queuedWrites: ReadonlyArray<QueuedWrite>) =>
    Effect.map(
      directory.find(
        organization,
        queuedWrites.map(({ campaign_id }) => campaign_id)
      ),
      (campaigns) =>
        queuedWrites.map((each) => toPendingApproval(each, campaigns.get(each.campaign_id)?.slug ?? null))
    )

  const shape: ApprovalsShape = {
    list: (slug) => ({
      name: "approvals.list",
      admits: "operators",
      organization: slug,
      run: ({ organization }) =>
        sql<QueuedWrite>`${sql.literal(selectQueuedWrites)}
          where organization_id = ${organization.id} and status = 'pending' and expires_at > now()
          order by requested_at, id`.pipe(
          Effect.flatMap((rows) => toPendingApprovals(organization.id, rows)),
          Effect.map(respondWith)
        )
    }),
    show: ({ id, organization: slug }) => ({
      name: "approvals.show",
      admits: "operators",
      organization: slug,
      run: ({ organization }) =>
        findPending(organization.id, id).pipe(
          Effect.flatMap((queuedWrite) => toPendingApprovals(organization.id, [queuedWrite])),
          Effect.map(([approval]) => respondWith(approval!))
        )
    }),
    approve: ({ id, organization }) => ({
      name: "approvals.approve",
      admits: "members",
      organization,
      role: "admin",
      run: (clearance) => approve(changes, id, clearance)
    }),
    reject: ({ id, organization, reason }) => ({
      name: "approvals.reject",
      admits: "members",
      organization,
      role: "admin",
      run: (clearance) => reject(id, reason?.trim() || null, clearance)
    }),
    comment: ({ id, organization, text }) => ({
      name: "approvals.comment",
      admits: "members",
      organization,
      role: null,
      run: (clearance) => withAuditEvent(clearance.audit, addComment(id, text, clearance))
    }),
    expire: expireApprovals.pipe(
      Effect.provideService(SqlClient.SqlClient, sql),
      Effect.withSpan("Approvals.expire")
    )
  }
  return shape
})

/** The approval queue: lists pending writes and records a person's decision on them. */
export class Approvals extends Context.Tag("@adwarden/Approvals")<Approvals, ApprovalsShape>() {
  static readonly layer = Layer.effect(Approvals, make)
}
