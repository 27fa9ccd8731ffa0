import { spawn } from "node:child_process"
import { once } from "node:events"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Redacted, Schedule } from "effect"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { dayIn } from "../support/days.ts"
import { TestDatabase } from "../support/postgres.ts"
import { program } from "../support/programs.ts"
import { customerOf, demoWorld, RunningEmulator } from "./support/emulator.ts"
import { emulated, linkDemo, testKey } from "./support/platform.ts"
import { everything } from "./support/stored.ts"

const northwind = customerOf("northwind")

const yesterday = () => dayIn(northwind.timeZone, 1)

layer(Sync.layer({ historyDays: 20 }).pipe(Layer.provideMerge(emulated())), { excludeTestServices: true })(
  "sync of many accounts",
  (it) => {
    it.effect("stores and skips a broken login, syncs the others, and makes nothing due at once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const sync = yield* Sync
        for (const { slug } of demoWorld.customers) yield* linkDemo(slug)
        const reports = yield* sync.due
        const outcomes = Object.fromEntries(
          reports.map(({ accountId, outcome, reason }) => [accountId, reason ?? outcome])
        )
        expect(outcomes).toEqual({
          [customerOf("northwind").customerId]: "synced",
          [customerOf("fabrikam").customerId]: "synced",
          [customerOf("contoso").customerId]: "synced",
          [customerOf("wingtip").customerId]: "google_ads_connection_broken"
        })
        const [broken] = yield* sql<Record<string, string>>`
        select l.state, a.sync_error from ad_accounts a
        join ad_platform_logins l on l.organization_id = a.organization_id and l.id = a.login_id
        where a.id = ${customerOf("wingtip").customerId}`
        expect(broken).toMatchObject({
          state: "broken",
          sync_error: expect.stringMatching(
            /^google_ads_connection_broken: .*connect it again in the dashboard/
          )
        })
        expect(yield* sync.due).toEqual([])
        yield* sql`update ad_accounts set sync_attempted_at = now() - interval '2 hours'`
        expect((yield* sync.due).map(({ accountId }) => accountId)).not.toContain(
          customerOf("wingtip").customerId
        )
      })
    )
  }
)

layer(emulated(), { excludeTestServices: true })("an interrupted sync", (it) => {
  it.effect("releases the lease if interrupted right after it was acquired", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* linkDemo("northwind")
      const written = yield* Deferred.make<void>()
      const goOn = yield* Deferred.make<void>()
      // Delays the response to the lease as long as the test needs.
      const slow = new Proxy(sql, {
        apply: (target, self, args: [TemplateStringsArray, ...Array<unknown>]) => {
          const statement = Reflect.apply(target, self, args)
          return Array.isArray(args[0]) && args[0].join("").includes("sync_attempted_at = now()")
            ? Effect.zipLeft(
                statement,
                Deferred.succeed(written, undefined).pipe(Effect.zipRight(Deferred.await(goOn)))
              )
            : statement
        }
      })
      const onSlow = Sync.layer({ historyDays: 2 }).pipe(
        Layer.provide(Layer.succeed(SqlClient.SqlClient, slow))
      )
      const fiber = yield* Effect.fork(
        Effect.flatMap(Sync, (sync) => sync.account(organization, northwind.customerId)).pipe(
          Effect.provide(onSlow)
        )
      )
      yield* Deferred.await(written)
      const ending = yield* Effect.fork(Fiber.interrupt(fiber))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(ending)
      expect(yield* sql`select from ad_accounts where sync_lease_until is not null`).toEqual([])
    })
  )
})

layer(Sync.layer({ historyDays: 60, windowDays: 5 }).pipe(Layer.provideMerge(emulated({ retries: 0 }))), {
  excludeTestServices: true
})("sync that is cut short", (it) => {
  it.effect("resumes where it stopped, with the same result as an uninterrupted sync", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const emulator = yield* RunningEmulator
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const progress = Effect.map(
        sql<{ through: string | null; error: string | null }>`
          select metrics_synced_through as through, sync_error as error from ad_accounts`,
        ([row]) => row!
      )
      // The platform becomes unavailable in the middle of the days.
      yield* emulator.fault({ kind: "lost", method: "search", after: 25 })
      const cut = yield* sync.account(organization, northwind.customerId)
      expect(cut).toMatchObject({ outcome: "failed", reason: "task_error" })
      const first = yield* progress
      expect(first.through).not.toBeNull()
      expect(first.error).toMatch(/^task_error: Google Ads could not be reached/)
      yield* emulator.control("DELETE", "faults")
      // A killed process leaves its lease behind.
      const { url } = yield* TestDatabase
      const child = yield* Effect.sync(() =>
        spawn(process.execPath, [
          program(new URL("./support/sync-child.ts", import.meta.url)),
          ...[
            url,
            emulator.url,
            emulator.tokenUrl,
            Redacted.value(testKey),
            String(organization),
            northwind.customerId
          ]
        ])
      )
      yield* progress.pipe(
        Effect.repeat({
          until: ({ through }) => through! > first.through!,
          schedule: Schedule.spaced("20 millis")
        })
      )
      yield* Effect.promise(async () => {
        child.kill("SIGKILL")
        await once(child, "exit")
      })
      const second = yield* progress
      expect(second.through! < yesterday()).toBe(true)
      expect(yield* sync.account(organization, northwind.customerId)).toMatchObject({ reason: "busy" })
      yield* sql`update ad_accounts set sync_lease_until = now() - interval '1 second'`
      const rest = yield* sync.account(organization, northwind.customerId)
      expect(rest).toMatchObject({ outcome: "synced" })
      expect(rest.days).toBeLessThan(60)
      const resumed = yield* everything
      yield* sql`truncate campaign_days, keyword_days, search_term_days, search_term_totals, search_term_windows, campaign_windows, organization_days`
      yield* sql`update ad_accounts set metrics_synced_through = null`
      yield* sync.account(organization, northwind.customerId)
      expect(yield* everything).toEqual(resumed)
      expect((yield* progress).error).toBeNull()
    })
  )
})
