// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { Actor } from "./shared.ts"

export interface QueuedWrite {
  /** Id of the queued write. */
  readonly id: string
  readonly status: Open<"pending" | "approved" | "rejected" | "failed">
  readonly operation: string
  readonly requested_at: string
  readonly requested_by?: Actor
  /** Whether this credential requested it, so that it can withdraw it. */
  readonly mine?: boolean
  /** Rejected as expired unless decided before. */
  readonly expires_at?: string
  /** Slug of the first affected campaign. */
  readonly campaign?: string | null
  /** What it would do, in one sentence, as the approver reads it. */
  readonly summary?: string
  /** Why, in the requester's own words. */
  readonly comment?: string
  /** What the preview showed. */
  readonly would_change?: { readonly [name: string]: unknown }
  /** Warnings of the preview. */
  readonly warnings?: ReadonlyArray<string>
  /** The roles that can approve or reject it. */
  readonly may_decide?: ReadonlyArray<string>
  /** The page for that. */
  readonly url?: string
  /** Why it was rejected or failed, for example expired, withdrawn or outdated. */
  readonly reason?: string
  /** What an approved change did, for example action_id. */
  readonly result?: { readonly [name: string]: unknown }
}

/** Parameters of `client.queuedWrites.list`. */
export interface QueuedWritesListParams {
  /** With this status. */
  readonly status?: "pending" | "approved" | "rejected" | "failed" | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.queuedWrites.list`. */
export interface QueuedWritesListPage {
  readonly queued_writes: ReadonlyArray<QueuedWrite>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
}
