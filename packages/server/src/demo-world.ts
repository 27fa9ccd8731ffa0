import { Settings } from "@adwarden/core"
import type { SqlClient } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect, Logger, LogLevel } from "effect"
import type { DatabaseServices } from "./database.ts"
import { addressesOf, readDemoFile, writeDemoFile } from "./demo-file.ts"
import { openServices } from "./host/run.ts"
import type { PlatformLayer } from "./platform.ts"
import { Stop } from "./stop.ts"

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND"

/**
 * The demo world is part of the repository and is not published, so the command loads it on demand. Null in an
 * installation from the registry, where `dev` starts with an empty database.
 */
const demoPackage = Effect.promise(() =>
  import("@adwarden/demo").catch((error) => (isMissing(error) ? null : Promise.reject(error)))
)

interface DemoAddresses {
  readonly publicUrl: string
  readonly databaseUrl: string
  readonly emulatorUrl: string
  readonly sites: Settings["Type"]["developmentHosts"]
  /** Names of saved websites that get an organization each. */
  readonly savedSites: ReadonlyArray<string>
}

/** Fills an empty database, or reads the credentials of an earlier start; null if there are none. */
export const demoCredentials = (
  { databaseUrl, emulatorUrl, publicUrl, savedSites, sites }: DemoAddresses,
  database: Context.Context<DatabaseServices>,
  platform: PlatformLayer,
  reportProgress: (message: string) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const demo = yield* demoPackage
    if (demo === null) return { credentials: null, fresh: false }
    const addresses = addressesOf(publicUrl, databaseUrl, emulatorUrl)
    const isEmpty = yield* demo.DemoWorld.needsFilling
    // Separate services with their own limits, without logs of calls that the user did not make.
    const quietSettings = Settings.layer(publicUrl, { logFormat: "off", developmentHosts: sites })
    if (isEmpty) {
      yield* demo.DemoWorld.fill<Stop | SqlError, SqlClient>({
        databaseUrl,
        emulatorUrl,
        saveCredentials: (credentials) => writeDemoFile(addresses, credentials),
        loadCredentials: readDemoFile,
        reportProgress
      }).pipe(
        Effect.catchTag("DemoUnfinished", ({ message }) => new Stop({ message })),
        Effect.provide(yield* openServices(database, quietSettings, platform)),
        Logger.withMinimumLogLevel(LogLevel.Error)
      )
    }
    const stored = yield* readDemoFile
    const siteKeys =
      savedSites.length === 0
        ? {}
        : yield* demo.addSiteOrganizations({ emulatorUrl, names: savedSites, reportProgress }).pipe(
            Effect.catchTag("DemoUnfinished", ({ message }) => new Stop({ message })),
            Effect.provide(yield* openServices(database, quietSettings, platform)),
            Logger.withMinimumLogLevel(LogLevel.Error)
          )
    const credentials = stored === null ? null : { ...stored, keys: { ...stored.keys, ...siteKeys } }
    // The port of the service or the embedded database can differ from last time.
    if (credentials !== null) yield* writeDemoFile(addresses, credentials)
    return { credentials, fresh: isEmpty }
  }).pipe(Effect.scoped)
