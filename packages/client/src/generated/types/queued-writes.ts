// Made from the contract by `npm run client:generate`; do not edit.
import type { Open } from "../../runtime/open.ts"

export interface QueuedWrite {
  /** Id of the queued write. */
  readonly id: string
  readonly status: Open<"pending" | "approved" | "rejected" | "failed">
  readonly operation: string
  readonly requested_at: string
  /** Why it was rejected or failed, for example expired. */
  readonly reason?: string
  /** What an approved change did, for example action_id. */
  readonly result?: { readonly [name: string]: unknown }
}
