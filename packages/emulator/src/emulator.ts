import { rmSync } from "node:fs"
import type { Server } from "node:http"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { demoWorld } from "./demo/definition.ts"
import { seedDemo } from "./demo/seed.ts"
import { type App, buildApp } from "./http/app.ts"
import { openWorld, type WorldSettings } from "./world.ts"

export interface EmulatorSettings extends WorldSettings {
  /** 0, the default, takes any free port. */
  readonly port?: number | undefined
  readonly host?: string | undefined
  /** What an empty directory is filled with; `demo` unless told otherwise. */
  readonly world?: "demo" | "empty" | undefined
  /** Which advertisers of the demo world, by their slug; all of them unless told otherwise. */
  readonly advertisers?: readonly string[] | undefined
  /** Version prefix of the paths; `v25` unless told otherwise. */
  readonly version?: string | undefined
  readonly accessTokenSeconds?: number | undefined
}

export interface Emulator {
  /** `http://127.0.0.1:port`: the API, `/token`, `/sites/…` and `/_control/…` live below it. */
  readonly url: string
  readonly tokenUrl: string
  readonly port: number
  readonly close: () => Promise<void>
}

export const createEmulator = async (settings: EmulatorSettings = {}): Promise<Emulator> => {
  const host = settings.host ?? "127.0.0.1"
  let world = openWorld(settings)
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
  const server = await listen(app, settings.port ?? 0, host)
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  if (world.fresh) fill(settings.world ?? "demo")
  return {
    url,
    tokenUrl: `${url}/token`,
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
