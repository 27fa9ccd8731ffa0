import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Clock, Context, Effect, Layer } from "effect"
import { type AccountKey, findDueAccounts } from "../../platform/account-sync.ts"
import type { AdAccounts } from "../../platform/ad-accounts.ts"
import { isUnavailable } from "../../storage/index.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { type SyncOptions, syncAccount } from "./account.ts"
import type { SyncReport } from "./report.ts"
import { type SyncSettings, syncDefaults } from "./settings.ts"

export interface SyncShape {
  readonly account: (
    organizationId: number,
    accountId: string,
    options?: SyncOptions
  ) => Effect.Effect<SyncReport, SqlError>
  /** Syncs every linked account that is due, concurrently. */
  readonly due: Effect.Effect<ReadonlyArray<SyncReport>, SqlError>
}

const make = (settings: SyncSettings) =>
  Effect.gen(function* () {
    const context = yield* Effect.context<SqlClient.SqlClient | AdAccounts>()
    const account: SyncShape["account"] = (organizationId, accountId, options = {}) =>
      Effect.provide(syncAccount(organizationId, accountId, options, settings), context)

    /** One account's failure does not stop the others; an unavailable database does. */
    const syncIsolated = (key: AccountKey) =>
      account(key.organizationId, key.accountId).pipe(
        Effect.catchAllCause((cause) => {
          if (Cause.isInterrupted(cause) || isUnavailable(cause)) return Effect.failCause(cause)
          const report: SyncReport = { ...key, outcome: "failed", reason: "task_error" }
          return Effect.as(Effect.logError("A sync failed", cause), report)
        })
      )

    const due = Effect.gen(function* () {
      const deadline = (yield* Clock.currentTimeMillis) + settings.budgetMillis
      const dueAccounts = yield* findDueAccounts(settings.everyMinutes)
      const reports = yield* Effect.forEach(
        dueAccounts,
        (one) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) =>
            now > deadline ? Effect.succeed(null) : syncIsolated(one)
          ),
        { concurrency: settings.concurrency }
      )
      return reports.filter((report) => report !== null)
    }).pipe(Effect.provide(context), Effect.withSpan("Sync.due"))

    const sync: SyncShape = { account, due }
    return sync
  })

/** Keeps our copy of every linked account close to the platform's state. */
export class Sync extends Context.Tag("@adwarden/Sync")<Sync, SyncShape>() {
  static readonly layer = (
    changes: Partial<SyncSettings> = {}
  ): Layer.Layer<Sync, never, SqlClient.SqlClient | AdAccounts> =>
    Layer.effect(Sync, make({ ...syncDefaults, ...changes }))
}

/** Checking often costs one query; each account has its own interval. */
export const syncSchedule = registerSchedule({
  name: "platform-sync",
  cron: "*/5 * * * *",
  run: Effect.flatMap(Sync, (sync) => sync.due)
})
