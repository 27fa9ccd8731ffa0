import { rmSync } from "node:fs"
import type { Server } from "node:http"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { demoWorld } from "./demo/definition.ts"
import { keepSeededState, seedDemo, seededState } from "./demo/seed.ts"
import { type App, buildApp } from "./http/app.ts"
import { openWorld, type WorldSettings } from "./world.ts"

export interface EmulatorSettings extends WorldSettings {
  /** Port to listen on. 0, the default, uses any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** Content for an empty directory; `demo` by default. */
  readonly world?: "demo" | "empty" | undefined
  /** Slugs of the demo advertisers to create; all by default. */
  readonly advertisers?: readonly string[] | undefined
  /** Version prefix of the paths; `v25` by default. */
  readonly version?: string | undefined
  readonly accessTokenSeconds?: number | undefined
}

export interface Emulator {
  /** Base URL, such as `http://127.0.0.1:4281`, of the API, `/token`, `/sites/…` and `/_control/…`. */
  readonly url: string
  readonly tokenUrl: string
  /** The consent page. */
  readonly consentUrl: string
  readonly port: number
  readonly close: () => Promise<void>
}

/**
 * Starts an emulator on loopback.
 *
 * @example const emulator = await createEmulator({ port: 4281 })
 */
export const createEmulator = async (settings: EmulatorSettings = {}): Promise<Emulator> => {
  const host = settings.host ?? "127.0.0.1"
  let world = openWorld(settings, seededState(settings))
  let url = ""
  const selectedCustomers = demoWorld.customers.filter(
    ({ slug }) => settings.advertisers?.includes(slug) ?? true
  )
  const fill = (kind: "demo" | "empty"): void => {
    if (kind === "demo") seedDemo(world, selectedCustomers)
  }
  const app = buildApp({
    world: () => world,
    version: settings.version ?? "v25",
    accessTokenSeconds: settings.accessTokenSeconds ?? 3599,
    reset: (kind) => {
      const { seed, clock } = world
      world.close()
      if (settings.directory !== undefined) removeDatabase(settings.directory)
      const frozen = clock.state.frozenAt !== null
      world = openWorld({ directory: settings.directory, seed, clock: { now: clock.now(), frozen } })
      fill(kind)
    }
  })
  const server = await listen(app, settings.port ?? 0, host).catch((error) => {
    // Another attempt, on another port, finds the directory as it was.
    world.close()
    if (world.fresh && settings.directory !== undefined) removeDatabase(settings.directory)
    throw error
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  if (world.fresh) {
    fill(settings.world ?? "demo")
    keepSeededState(settings, world.database)
  }
  return {
    url,
    tokenUrl: `${url}/token`,
    consentUrl: `${url}/o/oauth2/v2/auth`,
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      world.close()
    }
  }
}

const listen = (app: App, port: number, hostname: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, port, hostname }, () => resolve(server as Server))
    server.once("error", reject)
  })

const removeDatabase = (directory: string): void => {
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(join(directory, `emulator.sqlite${suffix}`), { force: true })
}
