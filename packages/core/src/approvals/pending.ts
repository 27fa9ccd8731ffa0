import { Effect } from "effect"
import { Events } from "../events/events.ts"
import { CampaignDirectory } from "../log/read-actions.ts"
import { administer, administerRead } from "../pipeline/administer.ts"
import { respondWith } from "../request/handler.ts"
import { bindStatement, organizationsStatement, runSql, sqlText, statement } from "../storage/index.ts"
import {
  findPending,
  outdatedReason,
  type QueuedWrite,
  selectQueuedWrites,
  type Told,
  tellWithdrawn
} from "./queued-write.ts"

/** Reads how many writes of all organizations wait for approval, and since when the oldest does. */
export const readPendingTotals = Effect.map(
  Effect.suspend(
    () => runSql<{ readonly pending: number; readonly oldestSeconds: number }>`
      select count(*)::int as pending,
        coalesce(extract(epoch from now() - min(requested_at)), 0)::float8 as "oldestSeconds"
      from queued_writes where status = 'pending' and claimed_at is null and expires_at > now()`
  ),
  ([totals]) => totals!
)

const claimedCount = statement(`select count(*)::int as claimed from queued_writes
  where organization_id = $1 and status = 'pending' and claimed_at is not null`)

/** Reads how many approved writes of an organization are being executed. */
export const readClaimedCount = (organization: number) =>
  bindStatement<{ readonly claimed: number }>(claimedCount, [organization])

const pendingPlans = statement(`select id, plan from queued_writes
  where organization_id = $1 and status = 'pending' and plan is not null
    and (claimed_at is not null or expires_at > now())
  order by requested_at, id`)

/** Reads the plans of an organization's writes that wait for approval or are being executed, oldest first. */
export const readPendingPlans = (organization: number) =>
  bindStatement<{ readonly id: string; readonly plan: unknown }>(pendingPlans, [organization])

/** Rejects all writes of an organization that wait for approval. Requesters are not told: they have no page to open. */
export const endPendingWrites = (organization: number, reason: string) =>
  runSql`update queued_writes set status = 'rejected', decided_at = now(), requester_told_at = now(), reason = ${reason}
    where organization_id = ${organization} and status = 'pending' and claimed_at is null`

/** A pending write, to be compared with one that has the same parameters. */
interface AlikeWrite {
  readonly id: string
  readonly plan: unknown
  readonly preview: object | null
  /** Approved, and being sent to the platform. */
  readonly claimed: boolean
}

/** Reads some pending writes of an organization, newest first. */
export const readAlike = (organization: number, ids: ReadonlyArray<string>) =>
  runSql<AlikeWrite>`select id, plan, preview, claimed_at is not null as claimed from queued_writes
    where organization_id = ${organization} and id = any(${ids}::text[])
    order by requested_at desc, id`

/**
 * Rejects pending writes that their requester sent again after the campaign had changed. Requesters are not told: they
 * got the id of the new request.
 */
export const endOutdated = (organization: number, ids: ReadonlyArray<string>) =>
  Effect.flatMap(
    runSql<Told>`
      update queued_writes set status = 'rejected', decided_at = now(), requester_told_at = now(),
        reason = ${outdatedReason}
      where organization_id = ${organization} and id = any(${ids}::text[]) and status = 'pending' and claimed_at is null
      returning id, operation, summary`,
    tellWithdrawn(organization, outdatedReason)
  )

/** A pending write as messages list it. */
export interface PendingSummary {
  readonly organization_id: number
  readonly id: string
  readonly summary: string
  /** The requester's reason: untrusted text. */
  readonly comment: string | null
  readonly requester_user_email: string
  readonly requester_key_last_four: string | null
  readonly expires_at: string
}

/** Reads the writes of organizations that wait for approval, oldest first. */
export const readPendingSummaries = organizationsStatement<PendingSummary>(
  (within) => `
  select organization_id, id, summary, comment, requester_user_email, requester_key_last_four, expires_at
  from queued_writes
  where ${within("organization_id")} and status = 'pending' and claimed_at is null and expires_at > now()
  order by requested_at, id`
)

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

/** Reads of the approval queue. They need no campaigns, so that a command about the queue starts quickly. */
export const queueAdministration = Effect.gen(function* () {
  const directory = yield* CampaignDirectory
  const events = yield* Events
  const toPendingApprovals = (organization: number, queuedWrites: ReadonlyArray<QueuedWrite>) =>
    Effect.map(
      directory.find(
        organization,
        queuedWrites.map(({ campaign_id }) => campaign_id)
      ),
      (campaigns) =>
        queuedWrites.map((each) => toPendingApproval(each, campaigns.get(each.campaign_id)?.slug ?? null))
    )
  return {
    /** The writes that wait for a person's decision, oldest first. */
    "approvals.list": administerRead("approvals.list", ({ organization }) =>
      runSql<QueuedWrite>`${sqlText(selectQueuedWrites)}
        where organization_id = ${organization.id} and status = 'pending' and expires_at > now()
        order by requested_at, id`.pipe(Effect.flatMap((rows) => toPendingApprovals(organization.id, rows)))
    ),
    /** One pending write with all its details. */
    "approvals.show": administer("approvals.show", ({ organization }, { id }) =>
      findPending(organization.id, id).pipe(
        Effect.provideService(Events, events),
        Effect.flatMap((queuedWrite) => toPendingApprovals(organization.id, [queuedWrite])),
        Effect.map(([approval]) => respondWith(approval!))
      )
    )
  }
})
