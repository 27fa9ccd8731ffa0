import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { Sync } from "./sync.ts"

export interface SyncJob {
  readonly name: string
  /** When it runs, as cron says it, in UTC. */
  readonly cron: string
  readonly run: Effect.Effect<unknown, SqlError, Sync>
}

/** What a worker schedules. Looking often costs one query; each account is due in its own time. */
export const syncJobs: ReadonlyArray<SyncJob> = [
  { name: "platform-sync", cron: "*/5 * * * *", run: Effect.flatMap(Sync, (sync) => sync.due) }
]
