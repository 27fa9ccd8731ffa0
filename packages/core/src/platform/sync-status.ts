import { type ConnectionFacts, connectionProblem } from "./connection.ts"

/** The facts that decide whether the platform has the stored state of a campaign. */
export interface SyncFacts {
  readonly state: "live" | "paused" | "draft" | "error"
  readonly state_error: string | null
  readonly in_platform: boolean
  /** Whether a change has not reached the platform yet, or a creation is not confirmed yet. */
  readonly waiting: boolean
  /** What others changed in the platform and nobody has decided on, and what to do; null if nothing. */
  readonly conflict: string | null
  /** Null if the campaign belongs to no account. */
  readonly connection: ConnectionFacts | null
}

export interface SyncStatus {
  readonly sync: "in_sync" | "pending" | "conflict" | "failed" | "never"
  /** The problem and what to do; null if there is none. */
  readonly sync_error: string | null
}

const noReason =
  "The ad platform did not take the last change. Set the campaign's state again with {campaigns.set_state} to have it tried once more."

/** Returns why a campaign is in error and what to do. */
export const reasonOfError = ({ state_error }: Pick<SyncFacts, "state_error">): string =>
  state_error ?? noReason

/**
 * Returns the sync status. An error keeps its own reason, which states what to do. A broken connection is
 * reported even if no change waits, because nothing is read from the platform either.
 */
export const syncStatus = (campaign: SyncFacts): SyncStatus => {
  const { conflict, in_platform, state, waiting } = campaign
  if (conflict !== null) return { sync: "conflict", sync_error: conflict }
  if (state === "error") return { sync: "failed", sync_error: reasonOfError(campaign) }
  if (!in_platform && !waiting) return { sync: "never", sync_error: null }
  const problem = connectionProblem(campaign.connection)
  if (problem !== null) return { sync: "failed", sync_error: problem }
  if (waiting && campaign.state_error !== null) return { sync: "failed", sync_error: campaign.state_error }
  return { sync: waiting ? "pending" : "in_sync", sync_error: null }
}
