import { Effect } from "effect"
import { bindStatement, organizationsStatement, runSql, statement } from "../../storage/index.ts"
import { outdatedReason } from "./queued-write.ts"

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
  runSql`update queued_writes set status = 'rejected', decided_at = now(), requester_told_at = now(),
      reason = ${outdatedReason}
    where organization_id = ${organization} and id = any(${ids}::text[]) and status = 'pending' and claimed_at is null`

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
