import {
  type AdPlatform,
  GoogleAds,
  type GoogleAdsGiven,
  googleAdsConfig,
  PlatformLogins,
  PlatformNotSetUp,
  Vault
} from "@adwarden/core"
import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Redacted } from "effect"
import { home } from "./database.ts"
import { Stop } from "./stop.ts"

export type PlatformServices = AdPlatform | PlatformLogins | Vault
export type PlatformLayer = Layer.Layer<PlatformServices, Stop, SqlClient.SqlClient>

const stop = (error: { readonly message: string }) => new Stop({ message: error.message })

const on = (vault: Layer.Layer<Vault, Stop>, given: GoogleAdsGiven): PlatformLayer =>
  GoogleAds.live(given).pipe(Layer.provideMerge(PlatformLogins.layer), Layer.provideMerge(vault))

/** A key that nothing was ever sealed with: without a platform there is nothing to seal. */
const noVault = Layer.mapError(Vault.layer(Redacted.make(Buffer.alloc(32).toString("base64"))), stop)
const notSetUp: PlatformLayer = Layer.merge(PlatformNotSetUp, PlatformLogins.layer).pipe(
  Layer.provideMerge(noVault)
)

const secretsKey = process.env["SECRETS_KEY"]

/** The real platform as the environment says; null where it says nothing of one. */
export const configuredPlatform: Effect.Effect<PlatformLayer | null, Stop> = Effect.suspend(() => {
  if (process.env["GOOGLE_ADS_CLIENT_ID"] === undefined) return Effect.succeed(null)
  if (secretsKey === undefined) {
    const message =
      "GOOGLE_ADS_CLIENT_ID needs SECRETS_KEY beside it, which seals the logins of ad accounts. Make one: openssl rand -base64 32"
    return new Stop({ message })
  }
  const vault = Layer.mapError(Vault.layer(Redacted.make(secretsKey)), stop)
  return Effect.map(Effect.mapError(googleAdsConfig, stop), (given) => on(vault, given))
})

/** For hosts and workers: without a platform everything else works, and what needs it says what is missing. */
export const platform: Effect.Effect<PlatformLayer, Stop> = Effect.map(
  configuredPlatform,
  (configured) => configured ?? notSetUp
)

/** The emulator instead of Google; its logins are sealed with a key of this machine's own. */
export const emulatedPlatform = (emulator: {
  readonly url: string
  readonly tokenUrl: string
}): PlatformLayer =>
  on(Layer.mapError(Vault.file(`${home()}/secrets.key`), stop), {
    baseUrl: emulator.url,
    tokenUrl: emulator.tokenUrl,
    clientId: "adwarden-dev",
    clientSecret: Redacted.make("emulated")
  })
