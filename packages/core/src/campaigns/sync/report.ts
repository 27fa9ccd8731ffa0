/** The result of syncing one account. */
export interface SyncReport {
  readonly organizationId: number
  readonly accountId: string
  readonly outcome: "synced" | "skipped" | "failed"
  /** A reason of the task table, or `busy` if another sync holds the account. */
  readonly reason?: string
  readonly message?: string
  readonly campaigns?: CampaignCounts
  /** External edits that were not known before. */
  readonly changes?: number
  /** Days whose figures were pulled. */
  readonly days?: number
}

/** Reports how many of the days to pull are stored. */
export type ReportDays = (done: number, total: number) => void

export interface CampaignCounts {
  readonly imported: number
  readonly updated: number
  /** Removed in the platform. */
  readonly removed: number
  /** Unchanged, because others changed them while they were inactive. */
  readonly held: number
  /** Left for the next sync, because a change of ours is in progress. */
  readonly busy: number
}

export const noCampaigns: CampaignCounts = { imported: 0, updated: 0, removed: 0, held: 0, busy: 0 }

export const addCounts = (one: CampaignCounts, other: CampaignCounts): CampaignCounts => ({
  imported: one.imported + other.imported,
  updated: one.updated + other.updated,
  removed: one.removed + other.removed,
  held: one.held + other.held,
  busy: one.busy + other.busy
})
