import { Database, PlatformLogins, Vault } from "@adwarden/core"
import { createEmulator, type Emulator } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { coreOnPlatform, vaultKey } from "../../core/test/support/core-on-platform.ts"
import { isLong } from "../../core/test/support/counts.ts"
import { demoDatabase, demoReady } from "../../core/test/support/demo.ts"
import { freshDatabase } from "../../core/test/support/postgres.ts"
import { staggeredEffects } from "../../core/test/support/staggered.ts"
import { type DemoCredentials, DemoWorld } from "../src/index.ts"
import { figures, northwindTable, tableOf } from "./support.ts"

await demoReady()

const running = Effect.acquireRelease(
  Effect.promise(() => createEmulator()),
  (emulator) => Effect.promise(() => emulator.close())
)

const fault = (emulator: Emulator, method: "POST" | "DELETE", body?: object) =>
  Effect.promise(() =>
    fetch(`${emulator.url}/_control/faults`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  )

/** Starts the demo like a new process: only the database and the emulator persist. */
const start = (
  databaseUrl: string,
  emulator: Emulator,
  saved: { credentials: DemoCredentials | null } = { credentials: null }
) => {
  const core = coreOnPlatform(databaseUrl, emulator)
  return DemoWorld.fill({
    databaseUrl,
    emulatorUrl: emulator.url,
    saveCredentials: (credentials) =>
      Effect.sync(() => {
        saved.credentials = credentials
      }),
    loadCredentials: Effect.sync(() => saved.credentials)
  }).pipe(
    Effect.provide(PlatformLogins.layer.pipe(Layer.provide(Vault.layer(vaultKey)), Layer.provideMerge(core)))
  )
}

// At night: it makes the demo world several times.
it.scopedLive.runIf(isLong)("resumes an interrupted start at any point without creating anything twice", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const emulator = yield* running
    const saved: { credentials: DemoCredentials | null } = { credentials: null }
    const inDatabase = <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.provide(work, Database.layer(url, { maxConnections: 1 }))
    for (const cut of [
      { kind: "refused", method: "search", message: "Closed for today." },
      { kind: "refused", method: "mutate", message: "Closed for today." }
    ]) {
      yield* fault(emulator, "POST", cut)
      const stopped = yield* Effect.flip(start(url, emulator, saved))
      expect(stopped).toMatchObject({
        _tag: "DemoUnfinished",
        message: expect.stringMatching(/Closed for today.*The next start continues from there\.$/s)
      })
      expect(Object.keys(saved.credentials!.keys)).toContain("northwind")
      yield* fault(emulator, "DELETE")
      // A killed process leaves its sync leases held.
      yield* inDatabase(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`update ad_accounts set sync_lease_until = now() + interval '5 minutes'`
        )
      )
    }
    // Interrupts the start as soon as the service has marked wingtip's login as broken.
    const broken = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ n: number }>`select count(*)::int as n from ad_platform_logins where state = 'broken'`
    )
    const loginBroken = inDatabase(
      Effect.repeat(broken, { until: ([row]) => row!.n === 1, schedule: Schedule.spaced("20 millis") })
    )
    yield* Effect.race(start(url, emulator, saved), loginBroken)
    expect(yield* start(url, emulator, saved)).toBeNull()
    const done = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const actions = yield* sql`
          select o.slug, count(*)::int as n from actions a join organizations o on o.id = a.organization_id
          where a.state = 'executed' group by o.id order by o.id`
      return { actions, table: yield* tableOf("northwind"), figures: yield* figures }
    })
    const first = yield* inDatabase(done)
    expect(first.table).toEqual(northwindTable)
    expect(first.actions).toEqual([
      { slug: "northwind", n: 4 },
      { slug: "fabrikam", n: 1 },
      { slug: "wingtip", n: 1 }
    ])
    expect(yield* start(url, emulator, saved)).toBeNull()
    expect(yield* inDatabase(done)).toEqual(first)
    // On one day, the demo world has the same figures no matter how it was built. Midnight in one time zone
    // can pass between the two builds, but not in all of them.
    const { url: other } = yield* demoDatabase
    const expected = yield* Effect.provide(figures, Database.layer(other, { maxConnections: 1 }))
    const onTheSameDays = [...expected.keys()].filter((organization) => first.figures.has(organization))
    expect(onTheSameDays.length).toBeGreaterThan(0)
    for (const organization of onTheSameDays)
      expect(first.figures.get(organization)).toEqual(expected.get(organization))
  })
)

it.scopedLive("creates one world when two starts run at once, and reports keys that were not saved", () =>
  Effect.gen(function* () {
    const url = yield* freshDatabase()
    const emulator = yield* running
    yield* fault(emulator, "POST", { kind: "refused", method: "search" })
    const saved: { credentials: DemoCredentials | null } = { credentials: null }
    const interrupted = Effect.flip(start(url, emulator, saved))
    yield* staggeredEffects([interrupted, interrupted])
    const count = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ n: number }>`select count(*)::int as n from organizations`
    )
    expect(yield* Effect.provide(count, Database.layer(url, { maxConnections: 1 }))).toEqual([{ n: 5 }])
    expect(yield* Effect.flip(start(url, emulator))).toMatchObject({
      message: expect.stringContaining("Start again with an empty database.")
    })
  })
)
