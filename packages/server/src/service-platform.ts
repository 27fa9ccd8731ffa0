import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { type Addresses, demoFile } from "./demo-file.ts"
import { configuredPlatform, emulatedPlatform, type PlatformLayer, platform } from "./platform.ts"
import type { Stop } from "./stop.ts"

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
