import { Effect, Layer, Redacted } from "effect"
import { Sync } from "../../../src/campaigns/sync/sync.ts"
import { Events } from "../../../src/events/events.ts"
import { AdAccounts, AdPlatforms, GoogleAds, PlatformLogins, Vault } from "../../../src/platform/index.ts"
import { Settings } from "../../../src/settings.ts"
import { Database } from "../../../src/storage/index.ts"
import { Queue } from "../../../src/tasks/queue.ts"

/* A process that syncs one account and is killed while it does. */
const [database, baseUrl, tokenUrl, key, organization, account] = process.argv.slice(2) as Array<string>

const platform = GoogleAds.live({
  baseUrl: baseUrl!,
  tokenUrl: tokenUrl!,
  clientId: "adwarden",
  clientSecret: Redacted.make("secret"),
  requestsPerSecond: 40
})
const layer = Sync.layer({ historyDays: 60, windowDays: 5 }).pipe(
  Layer.provide(Events.layer),
  Layer.provide(Queue.layer),
  Layer.provide(Settings.layer("http://adwarden.test")),
  Layer.provide(AdAccounts.layer),
  Layer.provide(AdPlatforms.layer(platform)),
  Layer.provide(PlatformLogins.layer),
  Layer.provide(Vault.layer(Redacted.make(key!))),
  Layer.provide(Database.layer(database!, { maxConnections: 3 }))
)

const report = Effect.flatMap(Sync, (sync) => sync.account(Number(organization), account!))
console.log(JSON.stringify(await Effect.runPromise(Effect.provide(report, layer))))
process.exit(0)
