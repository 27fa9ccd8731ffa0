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
 * The demo world belongs to the repository and is not published, so the command looks for it only when it is wanted.
 * Null in an installation from the registry: there `dev` starts with an empty database.
 */
const demoPackage = Effect.promise(() =>
  import("@adwarden/demo").catch((error) => (isMissing(error) ? null : Promise.reject(error)))
)

interface Places {
  readonly publicUrl: string
  readonly databaseUrl: string
  readonly emulatorUrl: string
  readonly sites: Settings["Type"]["developmentNames"]
}

/** Fills an empty database, or finds the credentials that an earlier start left; null where there are none. */
export const demoCredentials = (
  { databaseUrl, emulatorUrl, publicUrl, sites }: Places,
  database: Context.Context<DatabaseServices>,
  platform: PlatformLayer
) =>
  Effect.gen(function* () {
    const demo = yield* demoPackage
    if (demo === null) return { credentials: null, fresh: false }
    const addresses = addressesOf(publicUrl, databaseUrl, emulatorUrl)
    const wanted = yield* demo.DemoWorld.isWanted
    if (wanted) {
      // Services of its own, with limits of their own: nobody wants to read of calls that they did not make.
      const quiet = Settings.layer(publicUrl, { logFormat: "off", developmentNames: sites })
      yield* demo.DemoWorld.fill<Stop | SqlError, SqlClient>({
        databaseUrl,
        emulatorUrl,
        keep: (credentials) => writeDemoFile(addresses, credentials),
        kept: readDemoFile
      }).pipe(
        Effect.catchTag("DemoUnfinished", ({ message }) => new Stop({ message })),
        Effect.provide(yield* openServices(database, quiet, platform)),
        Logger.withMinimumLogLevel(LogLevel.Error)
      )
    }
    const credentials = yield* readDemoFile
    // The port, or that of the embedded database, may be another than last time.
    if (credentials !== null) yield* writeDemoFile(addresses, credentials)
    return { credentials, fresh: wanted }
  }).pipe(Effect.scoped)
