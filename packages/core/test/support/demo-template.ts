import { mkdir } from "node:fs/promises"
import { type DemoCredentials, DemoWorld } from "@adwarden/demo"
import { createEmulator } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { PlatformLogins, Vault } from "../../src/platform/index.ts"
import { coreOnPlatform, vaultKey } from "./core-on-platform.ts"

/**
 * Creates the demo data as `adwarden dev` does: the emulator, the real adapter, sync, operations and a
 * worker.
 */
export const makeDemoWorld = async (databaseUrl: string, directory: string): Promise<DemoCredentials> => {
  await mkdir(directory, { recursive: true })
  const emulator = await createEmulator({ directory })
  try {
    const core = coreOnPlatform(databaseUrl, emulator)
    const logins = PlatformLogins.layer.pipe(Layer.provide(Vault.layer(vaultKey)), Layer.provideMerge(core))
    const credentials = await Effect.runPromise(
      DemoWorld.fill({
        databaseUrl,
        emulatorUrl: emulator.url,
        saveCredentials: () => Effect.void,
        loadCredentials: Effect.succeed(null)
      }).pipe(Effect.provide(logins))
    )
    if (credentials === null) throw new Error("The database for the demo world was not empty.")
    return credentials
  } finally {
    await emulator.close()
  }
}
