import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { customerOf, RunningEmulator } from "./support/emulator.ts"
import { emulated, linkDemo } from "./support/platform.ts"
import { count } from "./support/stored.ts"

const northwind = customerOf("northwind")

/** Northwind as of the last sync, with most campaigns managed by the service. */
const Synced = Layer.effectDiscard(
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* (yield* Sync).account(yield* linkDemo("northwind"), northwind.customerId)
    yield* sql`update campaigns set origin = 'created', type = 'prospecting' where slug <> 'imported-legacy'`
  })
).pipe(Layer.provideMerge(Sync.layer({ historyDays: 20 })), Layer.provideMerge(emulated()))

layer(Synced, { excludeTestServices: true })("external edits", (it) => {
  const campaignRef = (slug: string) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ id: number; ref: string; budget: string }>`
            select id, platform_resource_name as ref, platform_budget_resource_name as budget
            from campaigns where slug = ${slug}`,
        ([row]) => row!
      )
    )
  const raise = (resourceName: string, amount: number) => ({
    campaignBudgetOperation: {
      update: { resourceName, amountMicros: String(amount * 1_000_000) },
      updateMask: "amountMicros"
    }
  })

  it.effect("of a running campaign are applied and stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const emulator = yield* RunningEmulator
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const { budget, id, ref } = yield* campaignRef("boiler-repair")
      const [negative] = yield* sql<{ ref: string }>`
          select platform_resource_name as ref from negative_keywords where campaign_id = ${id} limit 1`
      yield* emulator.edit(northwind.customerId, [
        raise(budget, 130),
        { campaignCriterionOperation: { remove: negative!.ref } },
        {
          campaignCriterionOperation: {
            create: { campaign: ref, negative: true, keyword: { text: "second hand", matchType: "BROAD" } }
          }
        }
      ])
      const report = yield* sync.account(organization, northwind.customerId)
      expect(report).toMatchObject({ outcome: "synced", changes: 3, campaigns: { held: 0 } })
      const [row] = yield* sql`select budget, state from campaigns where id = ${id}`
      expect(row).toEqual({ budget: 130, state: "live" })
      const gone = `platform_resource_name = '${negative!.ref}' and removed_at is not null`
      expect(yield* count("negative_keywords", gone)).toBe(1)
      const added = "text = 'second hand' and match_type = 'broad' and source = 'imported'"
      expect(yield* count("negative_keywords", added)).toBe(1)
      const noted = yield* sql<{ what: string }>`
          select what from platform_changes where by = 'agency@else.test' order by id`
      expect(noted.map(({ what }) => what)).toContain("Daily budget changed from $100 to $130")
    })
  )

  it.effect("of an inactive campaign are stored and held until a person accepts them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const emulator = yield* RunningEmulator
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const { budget, id } = yield* campaignRef("bathroom-fitting")
      const now = sql<{ budget: number; last_synced_at: string }>`
          select budget, last_synced_at from campaigns where id = ${id}`
      const [before] = yield* now
      yield* Effect.sleep("1100 millis")
      yield* emulator.edit(northwind.customerId, [raise(budget, 44)])
      const report = yield* sync.account(organization, northwind.customerId)
      expect(report).toMatchObject({ outcome: "synced", changes: 1, campaigns: { held: 1 } })
      expect((yield* now)[0]).toEqual(before)
      expect(yield* sync.account(organization, northwind.customerId)).toMatchObject({
        campaigns: { held: 1 }
      })
      yield* sync.account(organization, northwind.customerId, { accept: [id] })
      expect((yield* now)[0]!.budget).toBe(44)
      expect(yield* sync.account(organization, northwind.customerId)).toMatchObject({
        campaigns: { held: 0 }
      })
    })
  )

  it.effect("puts a campaign that was removed there in error, with the reason", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const emulator = yield* RunningEmulator
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      const { id, ref } = yield* campaignRef("rival-names")
      yield* emulator.edit(northwind.customerId, [{ campaignOperation: { remove: ref } }])
      const report = yield* sync.account(organization, northwind.customerId)
      expect(report).toMatchObject({ campaigns: { removed: 1 } })
      const [row] = yield* sql<{ state: string; state_error: string }>`
          select state, state_error from campaigns where id = ${id}`
      expect(row).toMatchObject({
        state: "error",
        state_error: expect.stringContaining("removed in Google Ads")
      })
    })
  )

  it.effect("skips a campaign while a change of ours is in progress", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sync = yield* Sync
      const organization = yield* linkDemo("northwind")
      yield* sql`update campaigns set budget = 77 where slug = 'emergency-plumber'`
      yield* sql`insert into tasks (organization_id, type, status, campaign_id)
        select organization_id, 'x', 'running', id from campaigns where slug = 'emergency-plumber'`
      const budget = Effect.map(
        sql<{ budget: number }>`select budget from campaigns where slug = 'emergency-plumber'`,
        ([row]) => row!.budget
      )
      expect(yield* sync.account(organization, northwind.customerId)).toMatchObject({
        campaigns: { busy: 1 }
      })
      expect(yield* budget).toBe(77)
      // A task that ended after the platform was read may have changed what was read.
      yield* sql`update tasks set status = 'completed', finished_at = now() + interval '1 minute'`
      expect(yield* sync.account(organization, northwind.customerId)).toMatchObject({
        campaigns: { busy: 1 }
      })
      expect(yield* budget).toBe(77)
      yield* sql`update tasks set finished_at = now() - interval '1 second'`
      yield* sync.account(organization, northwind.customerId)
      expect(yield* budget).toBe(60)
    })
  )
})
