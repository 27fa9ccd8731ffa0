import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Emulator } from "@adwarden/google-ads-emulator"
import { Effect, type Scope } from "effect"
import { dataDirectory, displayPath } from "./database.ts"
import { Stop } from "./stop.ts"

const directory = (): string => join(dataDirectory(), "emulator")
const portFile = (): string => join(directory(), "port")

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** The port of the first start, so that stored URLs of the emulator stay valid. */
const rememberedPort = async (): Promise<number | null> =>
  readFile(portFile(), "utf8").then(Number, () => null)

const open = async (requestedPort: number | null, defaultPort: number): Promise<Emulator> => {
  // Loaded on demand, because the other commands do not need it.
  const { createEmulator } = await import("@adwarden/google-ads-emulator")
  await mkdir(directory(), { recursive: true })
  const fixedPort = requestedPort ?? (await rememberedPort())
  const start = (port: number) => createEmulator({ port, directory: directory() })
  const emulator =
    fixedPort === null
      ? await start(defaultPort).catch((error) =>
          codeOf(error) === "EADDRINUSE" ? start(0) : Promise.reject(error)
        )
      : await start(fixedPort)
  await writeFile(portFile(), `${emulator.port}\n`)
  return emulator
}

const toStop = (error: unknown): Stop =>
  codeOf(error) === "EADDRINUSE"
    ? new Stop({
        message: `The port of the Google Ads emulator is in use (${error instanceof Error ? error.message : error}). Stop the other program, or choose a port: EMULATOR_PORT=4290 npm start`
      })
    : new Stop({
        message: `The Google Ads emulator did not start (${error instanceof Error ? error.message : error}). If its state is from another version, delete ${displayPath("emulator")}.`
      })

/** Starts a local Google Ads emulator, always on the same port. */
export const openEmulator = (
  requestedPort: number | null,
  defaultPort: number
): Effect.Effect<Emulator, Stop, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => open(requestedPort, defaultPort), catch: toStop }),
    (emulator) => Effect.promise(() => emulator.close())
  )
