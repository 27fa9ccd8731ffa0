import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { type Addresses, demoFile } from "./demo-file.ts"
import { configuredPlatform, emulatedPlatform, type PlatformLayer, platform } from "./platform.ts"
import type { Stop } from "./stop.ts"

/** Where `adwarden dev` keeps its emulator, if this is the database that it works on. */
export const devEmulatorUrl = (databaseUrl: string): Effect.Effect<string | null> =>
  Effect.promise(async () => {
    const text = await readFile(demoFile(), "utf8").catch(() => "{}")
    try {
      const { database_url, emulator_url } = JSON.parse(text) as Partial<Addresses>
      return database_url === databaseUrl ? (emulator_url ?? null) : null
    } catch {
      return null
    }
  })

/** The ad platform that the service itself uses: an approved change may have to go there first. */
export const servicePlatform = (databaseUrl: string): Effect.Effect<PlatformLayer, Stop> =>
  Effect.gen(function* () {
    const configured = yield* configuredPlatform
    if (configured !== null) return configured
    const url = yield* devEmulatorUrl(databaseUrl)
    return url === null ? yield* platform : emulatedPlatform({ url, tokenUrl: `${url}/token` })
  })
