import * as SqlClient from "@effect/sql/SqlClient"
import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { vi } from "vitest"
import { Sync } from "../../src/campaigns/sync/index.ts"
import { queuedWrites, tasks } from "../../src/demo/definition/history.ts"
import { type DemoCredentials, DemoWorld } from "../../src/demo/index.ts"
import { customerOf, demoWorld, RunningEmulator } from "./support/emulator.ts"
import { emulated } from "./support/platform.ts"

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

const World = Sync.layer({ historyDays: 125 }).pipe(Layer.provideMerge(emulated()))

const seed = (keep?: (credentials: DemoCredentials) => Effect.Effect<void>) =>
  Effect.flatMap(RunningEmulator, ({ url }) =>
    DemoWorld.seedThrough(demoWorld, { today: new Date(), siteUrl: url, appUrl: "http://app.test" }, keep)
  )

const table = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ row: string }>`
    select concat_ws(' ', c.slug, type, state, budget, target_cpa) as row
    from campaigns c join organizations o on o.id = c.organization_id
    where o.slug = 'northwind' order by 1`
  return rows.map(({ row }) => row)
})

/** The world's own table of northwind's campaigns. */
const expected = [
  "bathroom-fitting prospecting paused 30",
  "boiler-repair prospecting live 100",
  "emergency-plumber prospecting live 60 35.50",
  "imported-legacy external live 15",
  "northwind-brand brand live 20",
  "old-sync prospecting paused 10",
  "radiators-draft prospecting draft",
  "rival-names competitor paused 10",
  "spring-offers prospecting draft 25"
]

layer(World, { excludeTestServices: true })("the demo world through a platform", (it) => {
  it.effect("a start that was cut short is taken up by the next, and nothing is made twice", () =>
    Effect.gen(function* () {
      const emulator = yield* RunningEmulator
      yield* emulator.fault({ kind: "refused", method: "search", message: "Closed for today." })
      const kept: Array<DemoCredentials> = []
      const cut = yield* Effect.flip(seed((credentials) => Effect.sync(() => void kept.push(credentials))))
      expect(cut).toMatchObject({
        _tag: "DemoUnfinished",
        message: expect.stringContaining("Closed for today.")
      })
      expect(Object.keys(kept[0]!.keys)).toContain("northwind")
      yield* emulator.control("DELETE", "faults")
      expect(yield* seed()).toBeNull()
      expect(yield* table).toEqual(expected)
      expect(yield* seed()).toBeNull()
      expect(yield* table).toEqual(expected)
    })
  )

  it.effect("every organization is what it is for, and the figures come from the platform", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<Record<string, unknown>>`
        select o.slug, a.id as account, l.state as login, (select count(*) from campaigns c where c.organization_id = o.id) > 1 as busy,
          (select count(distinct date)::int from campaign_days d where d.organization_id = o.id) > 100 as figures
        from organizations o
        left join ad_accounts a on a.organization_id = o.id and a.selected
        left join ad_platform_logins l on l.organization_id = o.id and l.id = a.login_id order by o.id`
      const linked = (slug: string) => ({
        slug,
        account: customerOf(slug).customerId,
        login: "connected",
        busy: true,
        figures: true
      })
      expect(rows.slice(0, 3)).toEqual([linked("northwind"), linked("fabrikam"), linked("contoso")])
      expect(rows[3]).toMatchObject({ slug: "tailspin", account: null, busy: false })
      expect(rows[4]).toMatchObject({ slug: "wingtip", login: "broken", busy: true })
      const [history] = yield* sql`select (select count(*)::int from tasks) as tasks,
        (select count(*)::int from queued_writes) as held`
      expect(history).toEqual({ tasks: tasks.length, held: queuedWrites.length })
    })
  )

  it.effect("old-sync stays in conflict, however often the rest is synced", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sync = yield* Sync
      yield* sql`update ad_accounts set sync_attempted_at = null`
      // Nothing of ours may be under way: the history has tasks that run.
      yield* sql`update tasks set status = 'completed' where status in ('queued', 'running')`
      const reports = yield* sync.due
      const northwind = reports.find(({ accountId }) => accountId === customerOf("northwind").customerId)
      expect(northwind).toMatchObject({ outcome: "synced", campaigns: { imported: 0, held: 1 } })
      const news = yield* sql<{ what: string }>`
        select p.what from platform_changes p join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
        where c.slug = 'old-sync' and p.at > c.last_synced_at and c.last_synced_at > now() - interval '30 days'
          and c.organization_id = (select id from organizations where slug = 'northwind')`
      expect(news).toEqual([{ what: "Daily budget changed from 8.00 to 10.00" }])
      expect(yield* table).toEqual(expected)
    })
  )
})
