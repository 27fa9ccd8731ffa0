import type { SyncReport } from "@adwarden/core"

/** The message of a running emulator. */
export interface EmulatorReady {
  readonly url: string
  readonly tokenUrl: string
}

/** The messages of a process that syncs. */
export type SyncMessage =
  | { readonly kind: "days"; readonly done: number; readonly total: number; readonly megabytes: number }
  | {
      readonly kind: "synced"
      readonly report: SyncReport
      readonly seconds: number
      /** CPU time of the process in seconds. */
      readonly cpu: number
      /** Its most memory in megabytes, and that before the sync. */
      readonly megabytes: number
      readonly megabytesBefore: number
    }

/** What a process that syncs receives as its argument. */
export interface SyncTask extends EmulatorReady {
  readonly databaseUrl: string
  readonly organization: number
  readonly account: string
  readonly days: number
  /** Days that the clock is ahead. */
  readonly ahead: number
}
