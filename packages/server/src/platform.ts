import { readFile } from "node:fs/promises"
import {
  AdPlatforms,
  GoogleAds,
  type GoogleAdsOptions,
  layersInOrder,
  PlatformLogins,
  Vault
} from "@adwarden/core"
import type { Emulator } from "@adwarden/google-ads-emulator"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Redacted } from "effect"
import { dataDirectory } from "./database.ts"
import { type Addresses, demoFile } from "./demo-file.ts"
import { googleAdsEnvironment } from "./settings/environment.ts"
import { Stop } from "./stop.ts"

export type PlatformServices = AdPlatforms | PlatformLogins | Vault
export type PlatformLayer = Layer.Layer<PlatformServices, Stop, SqlClient.SqlClient>

const toStop = (error: { readonly message: string }) => new Stop({ message: error.message })

const googleAdsLayer = (vault: Layer.Layer<Vault, Stop>, given: GoogleAdsOptions): PlatformLayer =>
  layersInOrder(vault, PlatformLogins.layer, AdPlatforms.layer(GoogleAds.live(given)))

/** Without a platform there are no logins to seal, but there can be a webhook. */
const notSetUp: Effect.Effect<PlatformLayer, Stop> = Effect.map(googleAdsEnvironment, ({ secretsKey }) =>
  layersInOrder(
    secretsKey === null ? Vault.unconfigured : Layer.mapError(Vault.layer(secretsKey), toStop),
    PlatformLogins.layer,
    AdPlatforms.layer()
  )
)

const missingSetting = (missing: string, why: string) =>
  new Stop({ message: `GOOGLE_ADS_CLIENT_ID needs ${missing} beside it, ${why}` })

/** The real platform from the environment; null if it is not configured. */
export const configuredPlatform: Effect.Effect<PlatformLayer | null, Stop> = Effect.gen(function* () {
  const {
    clientId,
    clientSecret,
    desktopClientId,
    desktopClientSecret,
    developerToken,
    secretsKey,
    ...others
  } = yield* googleAdsEnvironment
  if (clientId === null) return null
  if (secretsKey === null) {
    const why = "which seals the logins of ad accounts. Create one: openssl rand -base64 32"
    return yield* missingSetting("SECRETS_KEY", why)
  }
  if (clientSecret === null)
    return yield* missingSetting("GOOGLE_ADS_CLIENT_SECRET", "the secret of that client.")
  const vault = Layer.mapError(Vault.layer(secretsKey), toStop)
  return googleAdsLayer(vault, {
    ...others,
    clientId,
    clientSecret,
    desktopClientId: desktopClientId ?? undefined,
    desktopClientSecret: desktopClientSecret ?? undefined,
    developerToken: developerToken ?? undefined
  })
})

/**
 * For hosts and workers: without a platform everything else works, and features that need it report what is missing.
 */
export const platform: Effect.Effect<PlatformLayer, Stop> = Effect.flatMap(
  configuredPlatform,
  (configured) => (configured === null ? notSetUp : Effect.succeed(configured))
)

/** The emulator instead of Google, without Google's limits of requests. Its logins are sealed with a local key. */
export const emulatedPlatform = (
  emulator: Pick<Emulator, "url" | "tokenUrl" | "consentUrl">
): PlatformLayer =>
  googleAdsLayer(Layer.mapError(Vault.file(`${dataDirectory()}/secrets.key`), toStop), {
    baseUrl: emulator.url,
    tokenUrl: emulator.tokenUrl,
    consentUrl: emulator.consentUrl,
    clientId: "adwarden-dev",
    clientSecret: Redacted.make("emulated"),
    desktopClientId: "adwarden-dev-desktop",
    desktopClientSecret: Redacted.make("emulated"),
    requestsPerSecond: 1000,
    planningPerSecond: 1000
  })

/** The addresses of `adwarden dev`, if this is its database. */
export const devAddresses = (databaseUrl: string): Effect.Effect<Partial<Addresses> | null> =>
  Effect.promise(async () => {
    const text = await readFile(demoFile(), "utf8").catch(() => "{}")
    try {
      const addresses = JSON.parse(text) as Partial<Addresses>
      return addresses.database_url === databaseUrl ? addresses : null
    } catch {
      return null
    }
  })

/** The URL of `adwarden dev`'s emulator, if this is its database. */
export const devEmulatorUrl = (databaseUrl: string): Effect.Effect<string | null> =>
  Effect.map(devAddresses(databaseUrl), (addresses) => addresses?.emulator_url ?? null)

/** The ad platform of the service: an approved change may have to be sent there first. */
export const servicePlatform = (databaseUrl: string): Effect.Effect<PlatformLayer, Stop> =>
  Effect.gen(function* () {
    const configured = yield* configuredPlatform
    if (configured !== null) return configured
    const url = yield* devEmulatorUrl(databaseUrl)
    return url === null
      ? yield* platform
      : emulatedPlatform({ url, tokenUrl: `${url}/token`, consentUrl: `${url}/o/oauth2/v2/auth` })
  })
