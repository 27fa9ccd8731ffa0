export interface SyncSettings {
  /** How far back the first sync of an account goes. */
  readonly historyDays: number
  /** Days that are pulled again each time, because conversions are credited late. */
  readonly lagDays: number
  /** Days that are pulled and stored together: what a kill can cost at most. */
  readonly windowDays: number
  /** Accounts that are synced side by side. */
  readonly concurrency: number
  /** How long an account is left alone after it was tried. */
  readonly everyMinutes: number
  /** After this long no further account is begun: the rest stays due. */
  readonly budgetMillis: number
}

export const syncDefaults: SyncSettings = {
  historyDays: 180,
  lagDays: 14,
  windowDays: 10,
  concurrency: 6,
  everyMinutes: 60,
  budgetMillis: 240_000
}
