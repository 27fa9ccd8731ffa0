import { type ConnectionFacts, connectionProblem } from "./connection.ts"

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
  "The ad platform did not take the last change. Set the campaign's state again with {campaigns.set_state} to have it tried once more."

/** Why a campaign is in error and what to do. */
export const reasonOfError = ({ state_error }: Pick<SyncFacts, "state_error">): string =>
  state_error ?? noReason

/**
 * An error keeps its own reason, which says what to do. A connection that does not work is the reason whether or not
 * something waits for it: without one nothing is heard from the platform either.
 */
export const syncStatus = (campaign: SyncFacts): SyncStatus => {
  const { in_platform, state, waiting } = campaign
  if (state === "error") return { sync: "failed", sync_error: reasonOfError(campaign) }
  if (!in_platform && !waiting) return { sync: "never", sync_error: null }
  const problem = connectionProblem(campaign.connection)
  if (problem !== null) return { sync: "failed", sync_error: problem }
  return { sync: waiting ? "pending" : "in_sync", sync_error: null }
}
