import {
  AdAccounts,
  AdPlatforms,
  Database,
  Events,
  GoogleAds,
  PlatformLogins,
  Queue,
  Settings,
  Sync,
  Vault
} from "@adwarden/core"
import { Clock, Effect, Layer, Redacted } from "effect"
import { type SyncMessage, type SyncTask, vaultKey } from "./world.ts"

/* Syncs one account in its own process, and sends its progress and what it used. */
const { account, ahead, databaseUrl, days, organization, tokenUrl, url }: SyncTask = JSON.parse(
  process.argv[2]!
)

const google = GoogleAds.live({
  baseUrl: url,
  tokenUrl,
  clientId: "bench",
  clientSecret: Redacted.make("not-a-secret"),
  requestsPerSecond: 1000,
  timeoutMillis: 600_000
})
const layer = Sync.layer({ historyDays: days }).pipe(
  Layer.provide(Events.layer),
  Layer.provide(Queue.layer),
  Layer.provide(Settings.layer("http://bench.test")),
  Layer.provide(AdAccounts.layer),
  Layer.provide(AdPlatforms.layer(google)),
  Layer.provide(PlatformLogins.layer),
  Layer.provide(Vault.layer(vaultKey)),
  Layer.provide(Database.layer(databaseUrl))
)

const real = Clock.make()
const clock: Clock.Clock = {
  ...real,
  [Clock.ClockTypeId]: Clock.ClockTypeId,
  unsafeCurrentTimeMillis: () => Date.now() + ahead * 86_400_000,
  currentTimeMillis: Effect.sync(() => Date.now() + ahead * 86_400_000),
  unsafeCurrentTimeNanos: () => real.unsafeCurrentTimeNanos(),
  currentTimeNanos: real.currentTimeNanos,
  sleep: (duration) => real.sleep(duration)
}

const send = (message: SyncMessage) => process.send!(message)
const megabytes = () => Math.round(process.memoryUsage.rss() / 1_000_000)

const main = Effect.gen(function* () {
  const sync = yield* Sync
  let most = megabytes()
  const megabytesBefore = most
  const timer = setInterval(() => {
    most = Math.max(most, megabytes())
  }, 50)
  const onDays = (done: number, total: number) => send({ kind: "days", done, total, megabytes: megabytes() })
  const start = performance.now()
  const report = yield* Effect.withClock(sync.account(organization, account, { onDays }), clock)
  clearInterval(timer)
  const { system, user } = process.cpuUsage()
  send({
    kind: "synced",
    report,
    seconds: (performance.now() - start) / 1000,
    cpu: (user + system) / 1e6,
    megabytes: Math.max(most, megabytes()),
    megabytesBefore
  })
})

await Effect.runPromise(Effect.provide(main, layer))
process.disconnect()
