import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { CampaignDirectory } from "../campaign-directory.ts"
import { findPending, type NotPending, type QueuedWrite, selectQueuedWrites } from "./queued-write.ts"

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

/** Reads of the approval queue. They need no campaigns, so that a command about the queue starts quickly. */
export interface PendingApprovalEndpoints {
  /** Lists the writes that wait for a person's decision, oldest first. */
  readonly list: (organization: string) => Endpoint<ReadonlyArray<PendingApproval>>
  /** Returns one pending write with all its details. */
  readonly show: (queued: {
    readonly organization: string
    readonly id: string
  }) => Endpoint<PendingApproval, NotPending>
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

export const pendingApprovals = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
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
  const endpoints: PendingApprovalEndpoints = {
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
    })
  }
  return endpoints
})
