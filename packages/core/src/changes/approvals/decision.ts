import type { QueuedWrite } from "./queued-write.ts"

/** A person's word on a queued write. Keys and tokens have no way here. */
export interface Decision {
  /** Slug of the organization. */
  readonly organization: string
  readonly id: string
}

/** What became of a queued write. */
export interface Decided {
  readonly id: string
  readonly status: QueuedWrite["status"]
  readonly reason: string | null
  readonly result: object | null
}
