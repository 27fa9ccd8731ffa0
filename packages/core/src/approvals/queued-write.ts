import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { emailOf } from "../access/people.ts"
import type { Requester } from "../access/requester.ts"
import { StoredPlan, unreadablePlan } from "../changes/stored-plan.ts"
import {
  limits,
  messageOf,
  type OperationName,
  recordNotFound,
  type Scope,
  type ServiceError,
  type Unavailable
} from "../contract/index.ts"
import { type Events, recordEvents } from "../events/events.ts"
import type { Caller } from "../request/caller.ts"
import {
  type BoundStatement,
  bindStatement,
  inTransaction,
  runSql,
  sqlText,
  statement
} from "../storage/index.ts"
import { type StoredRowId, storedColumn } from "../storage/stored-json.ts"

export const queuedPlanColumn = storedColumn("queued_writes.plan", StoredPlan)

/** Reads the plan of a queued write; null if none was stored. */
export const readQueuedPlan = (
  stored: unknown,
  row: StoredRowId
): Effect.Effect<StoredPlan | null, Unavailable> =>
  stored === null
    ? Effect.succeed(null)
    : Effect.try({ try: () => queuedPlanColumn.read(stored, row), catch: () => unreadablePlan })

export const previewHashOf = (preview: object | null): string | null => {
  const hash = preview === null ? undefined : (preview as Readonly<Record<string, unknown>>)["preview_hash"]
  return typeof hash === "string" ? hash : null
}

/** SQL: whether the organization $1 has any pending write. */
export const pendingWriteExistsSql =
  "exists (select 1 from queued_writes where organization_id = $1 and status = 'pending')"

const pendingCount = statement(`select count(*) as pending from queued_writes
  where organization_id = $1 and status = 'pending' and expires_at > now()`)

/** Reads the number of an organization's writes that wait for approval. */
export const readPendingCount = (organization: number) =>
  bindStatement<{ readonly pending: number }>(pendingCount, [organization])

const pendingIds = statement(`select coalesce(string_agg(id, ' ' order by id), '') as ids from queued_writes
  where organization_id = $1 and status = 'pending' and (claimed_at is not null or expires_at > now())`)

/** Reads which writes wait for approval, as one text: it changes with them. */
export const readPendingIds = (organization: number) =>
  bindStatement<{ readonly ids: string }>(pendingIds, [organization])

const pendingIdsOfSeveral =
  statement(`select coalesce(string_agg(id, ' ' order by id), '') as ids from queued_writes
  where organization_id = any($1::bigint[]) and status = 'pending' and (claimed_at is not null or expires_at > now())`)

/** The same of several organizations. */
export const readPendingIdsOf = (organizations: ReadonlyArray<number>) =>
  bindStatement<{ readonly ids: string }>(pendingIdsOfSeveral, [organizations])

const pendingCounts = statement(`select organization_id, count(*) as pending from queued_writes
  where organization_id = any($1::bigint[]) and status = 'pending' and (claimed_at is not null or expires_at > now())
  group by organization_id`)

/** Reads how many writes wait for approval in each of some organizations; those without any are left out. */
export const readPendingCounts = (organizations: ReadonlyArray<number>) =>
  bindStatement<{ readonly organization_id: number; readonly pending: number }>(pendingCounts, [
    organizations
  ])

const pendingByCampaign = statement(`select campaign_id as campaign, count(*) as pending from queued_writes
  where organization_id = $1 and status = 'pending' and (claimed_at is not null or expires_at > now())
    and campaign_id is not null
  group by campaign_id`)

/** Reads how many writes wait for approval in each campaign; those without any are left out. */
export const readPendingByCampaign = (organization: number) =>
  bindStatement<{ readonly campaign: number; readonly pending: number }>(pendingByCampaign, [organization])

/** Finds the organization of a queued write ($2) among some ($1). */
export const queuedWriteOwner = statement(
  "select organization_id from queued_writes where organization_id = any($1::bigint[]) and id = $2"
)

/** A queued write with all data needed to decide on it. */
export interface QueuedWrite {
  readonly id: string
  readonly status: "pending" | "approved" | "rejected" | "failed"
  readonly operation: OperationName
  readonly input: object
  /** One sentence that states what the write would do. */
  readonly summary: string
  readonly preview: object | null
  /** The requester's reason: untrusted text. */
  readonly comment: string | null
  /** The plan that approval runs; null for a write that was queued before plans were stored. */
  readonly plan: unknown
  readonly campaign_id: number | null
  readonly requester_type: "api_key" | "user" | "engine"
  readonly requester_user_id: number
  readonly requester_user_email: string
  readonly requester_key_id: number | null
  readonly requester_key_prefix: string | null
  readonly requester_key_last_four: string | null
  readonly requester_connection_id: string | null
  readonly requester_scopes: ReadonlyArray<Scope>
  readonly request_id: string | null
  readonly requested_at: string
  readonly expires_at: string
  /** How much more it lets the organization spend a day. */
  readonly daily_rise: number
  /** Of a write that needs two approvers: the first one, who may have lost the right to decide since. */
  readonly first_approved_by: number | null
  readonly decided_by: number | null
  readonly decided_at: string | null
  readonly reason: string | null
  readonly result: object | null
  /** Approved, and being sent to the platform. */
  readonly claimed: boolean
  /** Its days are over, even if the expiry job has not run yet. */
  readonly expired: boolean
}

export const selectQueuedWrites = `
  select id, status, operation, input, summary, preview, comment, plan, campaign_id, requester_type, requester_user_id,
    requester_user_email, requester_key_id, requester_key_prefix, requester_key_last_four, requester_connection_id,
    requester_scopes, request_id, requested_at, expires_at, daily_rise::float8 as daily_rise, first_approved_by,
    decided_by, decided_at, reason, result,
    claimed_at is not null as claimed, status = 'pending' and claimed_at is null and expires_at <= now() as expired
  from queued_writes`

const pendingWrites = statement(`${selectQueuedWrites}
  where organization_id = $1 and status = 'pending' and (claimed_at is not null or expires_at > now())
  order by requested_at, id`)

/** Reads the writes of an organization that wait for approval, oldest first. */
export const readPendingWrites = (organization: number) =>
  bindStatement<QueuedWrite>(pendingWrites, [organization])

/** Finds a queued write. With `lock`, a concurrent decision waits and then finds the write decided. */
export const findQueuedWrite = (organization: number, id: string, lock = false) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<QueuedWrite>`${sqlText(selectQueuedWrites)}
      where organization_id = ${organization} and id = ${id}
      ${sqlText(lock ? "for no key update" : "")}`
    return row ?? (yield* recordNotFound("queued write", id))
  })

export const storedRequester = (organization: number, queuedWrite: QueuedWrite): Requester => ({
  organization,
  kind: queuedWrite.requester_key_id === null ? "access_token" : "api_key",
  keyId: queuedWrite.requester_key_id,
  userId: queuedWrite.requester_user_id,
  connectionId: queuedWrite.requester_connection_id,
  scopes: queuedWrite.requester_scopes
})

/**
 * Whether the caller is the credential that requested the write: the same API key or the same connected app.
 */
export const isRequester = (
  queuedWrite: Pick<QueuedWrite, "requester_key_id" | "requester_user_id" | "requester_connection_id">,
  caller: Caller
): boolean => {
  if (caller.kind === "api_key") return queuedWrite.requester_key_id === caller.keyId
  return (
    caller.kind === "access_token" &&
    queuedWrite.requester_key_id === null &&
    queuedWrite.requester_user_id === caller.userId &&
    queuedWrite.requester_connection_id === caller.connectionId
  )
}

/** The rejection reason of a write that its requester withdrew. */
export const withdrawnReason = "withdrawn"

/** The rejection reason of a write that its requester sent again after the campaign had changed. */
export const outdatedReason = "outdated"

/** The write is already decided, or is being executed now. */
export class NotPending extends Data.TaggedError("NotPending")<{
  readonly id: string
  readonly status: "approved" | "rejected" | "failed" | "pending"
  readonly by: string | null
  readonly reason: string | null
}> {
  readonly statusCode = 409
  readonly errorCode = "recommendation_not_pending"

  override get message(): string {
    if (this.status === "pending") return `${this.id} was approved and is being executed right now.`
    if (this.reason === "expired")
      return `${this.id} expired: nobody decided within ${limits.approvalDays} days.`
    if (this.reason === withdrawnReason)
      return `${this.id} was withdrawn by the key or app that requested it.`
    if (this.reason === outdatedReason)
      return `${this.id} is outdated: it was sent again after the campaign had changed. Decide on the new request.`
    const who = this.by === null ? "" : ` by ${this.by}`
    return `${this.id} is already ${this.status}${who}. Only a pending change can be decided.`
  }
}

/** Returns why a write cannot be decided or withdrawn, or null. */
export const pendingProblem = Effect.fnUntraced(function* (queuedWrite: QueuedWrite) {
  const { claimed, decided_by, expired, id, reason, status } = queuedWrite
  if (expired) return new NotPending({ id, status: "rejected", by: null, reason: "expired" })
  if (status === "pending" && !claimed) return null
  const by = decided_by === null ? null : yield* emailOf(decided_by)
  return new NotPending({ id, status, by, reason })
})

/** Completes the preview that an approver sees, once the platform's check has ended. */
export const completePreview = (organization: number, id: string, preview: object) =>
  runSql`update queued_writes set preview = ${JSON.stringify(preview)}::jsonb
      where organization_id = ${organization} and id = ${id} and status = 'pending'`

/** What the events of a queued write say about it. */
export interface Told extends Pick<QueuedWrite, "id" | "summary"> {
  readonly operation: string
}

const toldData = ({ id, operation, summary }: Told) => ({ queued_id: id, operation, summary })

/** Records that a write waits for approval. */
export const tellRequested = (organization: number, write: Told) =>
  recordEvents(organization, { type: "approval.requested", data: toldData(write) })

export const tellWithdrawn =
  (organization: number, reason: typeof withdrawnReason | typeof outdatedReason) =>
  (writes: ReadonlyArray<Told>) =>
    recordEvents(
      organization,
      ...writes.map((write) => ({
        type: "approval.withdrawn" as const,
        data: { ...toldData(write), reason }
      }))
    )

export const tellDecided =
  (organization: number, status: "approved" | "rejected" | "failed") => (writes: ReadonlyArray<Told>) =>
    recordEvents(
      organization,
      ...writes.map((write) => ({ type: "approval.decided" as const, data: { ...toldData(write), status } }))
    )

/**
 * Rejects a pending write for its requester. This frees its reservation, because only pending writes reserve.
 * The caller must hold the row lock and have checked that no approver claimed the write.
 */
export const withdraw = (organization: number, id: string) =>
  Effect.flatMap(
    runSql<Told>`update queued_writes set status = 'rejected', decided_at = now(), reason = ${withdrawnReason}
      where organization_id = ${organization} and id = ${id} and status = 'pending' and claimed_at is null
      returning id, operation, summary`,
    tellWithdrawn(organization, withdrawnReason)
  )

/**
 * Claims a write for an approval, in the transaction that executes it. Returns the error if another approver
 * decided on it or claimed it before. The row stays locked until the transaction ends.
 */
export const claim = (organization: number, id: string, by: number) =>
  Effect.gen(function* () {
    const problem = yield* Effect.flatMap(findQueuedWrite(organization, id, true), pendingProblem)
    if (problem !== null) return problem
    yield* runSql`update queued_writes set claimed_at = now(), decided_by = ${by}
      where organization_id = ${organization} and id = ${id}`
    return null
  })

/** Releases the claim after a failed attempt, so the write is pending again. */
export const releaseClaim = (organization: number, id: string) =>
  runSql`update queued_writes set claimed_at = null, decided_by = null
      where organization_id = ${organization} and id = ${id} and status = 'pending'`

/** SQL: a write that is claimed and not settled. Only the holder of the claim settles it, under its lock. */
const isClaimedSql = "status = 'pending' and claimed_at is not null"

/** Stores the output of an approved write, once, by the process that executed it. */
export const settleApproved = (organization: number, id: string, output: unknown) =>
  Effect.flatMap(
    runSql<Told>`
      update queued_writes set status = 'approved', decided_at = now(), claimed_at = null,
        result = ${JSON.stringify(output)}::jsonb
      where organization_id = ${organization} and id = ${id} and ${sqlText(isClaimedSql)}
      returning id, operation, summary`,
    tellDecided(organization, "approved")
  )

/** Returns why an approved write could not be executed, for its requester and its approver. */
export const failureReason = (error: ServiceError): string => {
  switch (error._tag) {
    case "unauthorized":
      return error.why === "creator_role"
        ? "unauthorized: The requester no longer has a role that allows this."
        : `unauthorized: The key or connected app that requested this was ${error.why === "expired" ? "rotated or has expired" : "revoked"}.`
    case "role_denied":
    case "insufficient_scope":
      return `${error._tag}: The requester may no longer do this.`
    default:
      return `${error._tag}: ${messageOf(error)}`
  }
}

/** Marks an approved write as failed. */
export const settleFailed = (organization: number, id: string, reason: string) =>
  Effect.flatMap(
    runSql<Told>`
      update queued_writes set status = 'failed', decided_at = now(), claimed_at = null, reason = ${reason}
      where organization_id = ${organization} and id = ${id} and ${sqlText(isClaimedSql)}
      returning id, operation, summary`,
    tellDecided(organization, "failed")
  )

/**
 * Rejects writes that nobody decided on in time, which frees their headroom. Returns the number.
 */
export const expireApprovals: Effect.Effect<number, SqlError, SqlClient.SqlClient | Events> = Effect.gen(
  function* () {
    const due = yield* runSql<{ id: number }>`select distinct organization_id as id from queued_writes
    where status = 'pending' and claimed_at is null and expires_at <= now()`
    // Skips rows that an approver has locked: that approver finds the write expired.
    const expired = yield* Effect.forEach(due, ({ id }) =>
      inTransaction(
        Effect.tap(
          runSql<Told>`
      update queued_writes set status = 'rejected', reason = 'expired', decided_at = now()
      where organization_id = ${id} and id in (select id from queued_writes
        where organization_id = ${id} and status = 'pending' and claimed_at is null and expires_at <= now()
        for update skip locked)
      returning id, operation, summary`,
          (writes) =>
            recordEvents(
              id,
              ...writes.map((write) => ({ type: "approval.expired" as const, data: toldData(write) }))
            )
        )
      )
    )
    return expired.reduce((total, rows) => total + rows.length, 0)
  }
)

/** Finds a write that is still pending, for the person who decides on it. */
export const findPending = (organization: number, id: string) =>
  Effect.gen(function* () {
    // An expired write counts as rejected, even before the expiry job has run.
    yield* expireApprovals
    const queuedWrite = yield* findQueuedWrite(organization, id)
    const problem = yield* pendingProblem(queuedWrite)
    return problem === null ? queuedWrite : yield* problem
  })

/** Replaces the stored email address of a deleted person in the approval queue. */
export const forgetPersonInQueue = (user: number, replacement: string) =>
  runSql`update queued_writes set requester_user_email = ${replacement} where requester_user_id = ${user}`

const deciders = statement(
  "select id, decided_by from queued_writes where organization_id = $1 and id = any($2::text[]) and decided_by is not null"
)

/** Reads who approved these queued writes. */
export const readDeciders = (
  organization: number,
  writes: ReadonlyArray<string>
): BoundStatement<{ readonly id: string; readonly decided_by: number }> =>
  bindStatement(deciders, [organization, writes])
