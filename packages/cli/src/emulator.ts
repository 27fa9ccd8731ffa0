import { join } from "node:path"
import { createEmulator, type Emulator } from "@adwarden/google-ads-emulator"
import { Effect, type Scope } from "effect"
import { home, homeShown } from "./database.ts"
import { Stop } from "./stop.ts"

/**
 * A Google Ads of this machine's own. Its port stays the same from start to start: the demo's campaigns point at
 * the websites that it serves.
 */
export const openEmulator = (port: number): Effect.Effect<Emulator, Stop, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => createEmulator({ port, directory: join(home(), "emulator") }),
      catch: (error) =>
        (error as NodeJS.ErrnoException).code === "EADDRINUSE"
          ? new Stop({
              message: `Port ${port} is in use, which the Google Ads emulator needs. Stop the other program or choose one: EMULATOR_PORT=${port + 10} npm start`
            })
          : new Stop({
              message: `The Google Ads emulator did not start (${error instanceof Error ? error.message : error}). If its state is from another version, delete ${homeShown("emulator")}.`
            })
    }),
    (emulator) => Effect.promise(() => emulator.close())
  )
