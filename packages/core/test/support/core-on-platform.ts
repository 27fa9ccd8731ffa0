import { siteAddresses } from "@adwarden/google-ads-emulator"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect, Layer, Logger, Redacted } from "effect"
import * as Core from "../../src/core.ts"
import {
  AdAccounts,
  type AdPlatform,
  AdPlatforms,
  GoogleAds,
  type GoogleAdsOptions,
  PlatformLogins,
  Vault
} from "../../src/platform/index.ts"
import { Settings, type SettingsShape } from "../../src/settings.ts"
import { Database } from "../../src/storage/index.ts"
import { type TestAddress, testAddress } from "./pgbouncer.ts"
import { longDatabaseTimeouts, longPlatformTimeouts } from "./timeouts.ts"

/* Does not depend on the test runner, so child processes can use it. */

/** The vault's key in all tests. */
export const vaultKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

export interface PlatformAddress {
  readonly url: string
  readonly tokenUrl: string
  readonly consentUrl?: string
}

/** The real adapter, connected to a running emulator. */
const adapterOn = (
  emulator: PlatformAddress,
  changes: Partial<GoogleAdsOptions>,
  others: ReadonlyArray<AdPlatform>
) =>
  AdAccounts.layer.pipe(
    Layer.provideMerge(
      AdPlatforms.layer(
        GoogleAds.make({
          baseUrl: emulator.url,
          tokenUrl: emulator.tokenUrl,
          ...(emulator.consentUrl === undefined ? {} : { consentUrl: emulator.consentUrl }),
          clientId: "adwarden",
          clientSecret: Redacted.make("not-a-secret"),
          firstDelayMillis: 20,
          retries: 2,
          requestsPerSecond: 1000,
          planningPerSecond: 1000,
          ...longPlatformTimeouts,
          ...changes
        }),
        ...others.map((adapter) => Effect.succeed(adapter))
      )
    ),
    Layer.provideMerge(PlatformLogins.layer),
    Layer.provideMerge(Vault.layer(vaultKey)),
    Layer.provide(FetchHttpClient.layer)
  )

/** All of core, connected to a database and an emulator. */
export const coreOnPlatform = (
  database: string | TestAddress,
  emulator: PlatformAddress,
  changes: Partial<SettingsShape> = {},
  google: Partial<GoogleAdsOptions> = {},
  others: ReadonlyArray<AdPlatform> = []
) => {
  const { options, url } = typeof database === "string" ? testAddress(database) : database
  return Core.layer.pipe(
    Layer.provideMerge(adapterOn(emulator, google, others)),
    Layer.provideMerge(
      Layer.mergeAll(
        Settings.layer("http://adwarden.test", {
          checkOutputs: true,
          logFormat: "off",
          rateLimit: 1_000_000,
          anonymousRateLimit: 1_000_000,
          ...changes,
          // The emulator also serves the demo's websites.
          developmentHosts: new Map([...siteAddresses(emulator.url), ...(changes.developmentHosts ?? [])])
        }),
        Database.layer(url, { maxConnections: 6, connections: 1, ...longDatabaseTimeouts, ...options }),
        Logger.remove(Logger.defaultLogger)
      )
    )
  )
}
