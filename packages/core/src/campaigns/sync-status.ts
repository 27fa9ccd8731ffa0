import { type ConnectionFacts, connectionProblem } from "../platform/connection.ts"

/** What decides whether the platform has what is told of a campaign here. */
export interface SyncFacts {
  readonly state: "live" | "paused" | "draft" | "error"
  readonly state_error: string | null
  readonly in_platform: boolean
  /** A change of ours that the platform has not heard of yet, or a creation that was not yet seen through. */
  readonly waiting: boolean
  /** Null where it belongs to no account. */
  readonly connection: ConnectionFacts | null
}

export interface SyncStatus {
  readonly sync: "in_sync" | "pending" | "failed" | "never"
  /** What went wrong and what to do; null when nothing did. */
  readonly sync_error: string | null
}

const noReason =
  "The ad platform did not take the last change. Set the campaign's state again to have it tried once more."

/**
 * An error keeps its own reason, which says what to do. A connection that does not work is the reason whether or not
 * something waits for it: without one nothing is heard from the platform either.
 */
export const syncStatus = (campaign: SyncFacts): SyncStatus => {
  const { in_platform, state, state_error, waiting } = campaign
  if (state === "error") return { sync: "failed", sync_error: state_error ?? noReason }
  if (!in_platform && !waiting) return { sync: "never", sync_error: null }
  const problem = connectionProblem(campaign.connection)
  if (problem !== null) return { sync: "failed", sync_error: problem }
  return { sync: waiting ? "pending" : "in_sync", sync_error: null }
}
