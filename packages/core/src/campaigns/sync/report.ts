/** What became of one account. */
export interface SyncReport {
  readonly organizationId: number
  readonly accountId: string
  readonly outcome: "synced" | "skipped" | "failed"
  /** A reason of the task table, or `busy` where another sync is at it. */
  readonly reason?: string
  readonly message?: string
  readonly campaigns?: CampaignCounts
  /** Edits of others that were not known before. */
  readonly changes?: number
  /** Days whose figures were pulled. */
  readonly days?: number
}

export interface CampaignCounts {
  readonly imported: number
  readonly updated: number
  /** Gone from the platform. */
  readonly removed: number
  /** Left as they are, because others changed them while they rested. */
  readonly held: number
  /** Left for the next time, because a change of ours is under way. */
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
