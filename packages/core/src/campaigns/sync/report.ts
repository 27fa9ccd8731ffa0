export interface SyncSettings {
  /** The number of days of campaigns and keywords that the first sync reads: a season and the same a year before. */
  readonly historyDays: number
  /** The number of those days for which it reads search terms, which are many. */
  readonly searchTermDays: number
  /** Days that every sync reads again, because conversions are credited late. */
  readonly lagDays: number
  /** Days of the first window, when the number of rows is unknown. */
  readonly firstWindowDays: number
  /** The most days that are pulled and stored together: the most a killed process loses. */
  readonly windowDays: number
  /** The rows of figures that a window aims at, so that memory and transactions stay small in any account. */
  readonly windowRows: number
  /** The number of concurrent account syncs. */
  readonly concurrency: number
  /** The interval between syncs of an account. */
  readonly everyMinutes: number
  /** After this time no further account starts; the others stay due. */
  readonly budgetMillis: number
}

export const syncDefaults: SyncSettings = {
  historyDays: 455,
  searchTermDays: 180,
  lagDays: 14,
  firstWindowDays: 7,
  windowDays: 40,
  windowRows: 25_000,
  concurrency: 6,
  everyMinutes: 60,
  budgetMillis: 240_000
}

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
