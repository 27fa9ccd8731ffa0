import type { Server } from "node:http"
import { createServer, type Server as Listener } from "node:net"
import { Core, layersInOrder, type Settings, Worker } from "@adwarden/core"
import type { Env } from "@adwarden/http-host"
import { type Context, Effect, Layer, type Scope } from "effect"
import type { Hono } from "hono"
import { type DatabaseServices, databaseStop } from "./database.ts"
import type { PlatformLayer, PlatformServices } from "./platform.ts"
import { Stop } from "./stop.ts"

interface Address {
  readonly port: number
  readonly host: string | null
  /** The command to start it on another port, for the message when it cannot listen here. */
  readonly command: string
  /** For `dev`, which needs a second port for the emulator: the one that the emulator has, if it has one. */
  readonly emulatorPort?: number | null
}

/** Whether a port is free on this address of the machine. */
const isFree = (port: number, host: string | null): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen({ port, ...(host === null ? {} : { host }) }, () => server.close(() => resolve(true)))
  })

const highestPort = 65_535

/** Returns the first of `count` free ports in a row, from `port` on, without `reserved`. */
export const findFreePorts = async (
  port: number,
  host: string | null,
  count: number,
  reserved: number | null = null
): Promise<number> => {
  for (let first = port; first + count - 1 <= highestPort; first++) {
    const row = Array.from({ length: count }, (_, n) => first + n)
    const free = await Promise.all(row.map((one) => one !== reserved && isFree(one, host)))
    if (free.every(Boolean)) return first
  }
  return findFreePorts(1024, host, count, reserved)
}

/** How long a stop waits for requests in progress. */
const drainTimeoutMillis = 10_000

/** Names ports that are free. */
const portInUse = async ({ command, emulatorPort, host, port }: Address): Promise<string> => {
  const count = emulatorPort === undefined ? 1 : 2
  const next = await findFreePorts(port + 1, host, count, emulatorPort)
  const free = count === 1 ? `${next} is free` : `${next} and ${next + 1} are free`
  return `Port ${port} is in use. Stop the other program or choose another port; ${free}: PORT=${next} ${command}`
}

const listenError = async (address: Address, error: NodeJS.ErrnoException): Promise<Stop> => {
  const { command, host, port } = address
  if (error.code === "EADDRINUSE") return new Stop({ message: await portInUse(address) })
  const reasons: Readonly<Record<string, string>> = {
    EACCES: `Port ${port} requires privileges that this user lacks. Choose one above 1023: PORT=4280 ${command}`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. Unset HOST, or set one of its addresses.`,
    ENOTFOUND: `HOST=${host} cannot be resolved. Unset HOST, or set an address of this machine.`
  }
  return new Stop({
    message: reasons[error.code ?? ""] ?? `Cannot listen on port ${port}: ${error.message}.`
  })
}

const listen = (server: Listener, address: Address) =>
  Effect.async<void, Stop>((resume) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resume(
        Effect.flatMap(
          Effect.promise(() => listenError(address, error)),
          Effect.fail
        )
      )
    )
    server.listen({ port: address.port, ...(address.host === null ? {} : { host: address.host }) }, () => {
      server.removeAllListeners("error")
      resume(Effect.void)
    })
  })

/** Reports a used port early, before a database is started. */
export const probePort = (address: Address): Effect.Effect<void, Stop> =>
  Effect.suspend(() => {
    const server = createServer()
    const closed = Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
    return Effect.zipRight(listen(server, address), closed)
  })

/** Stops accepting requests, lets those in progress finish, and closes idle connections. */
const drain = (server: Server): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const forceTimer = setTimeout(() => server.closeAllConnections(), drainTimeoutMillis)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(forceTimer)
      resume(Effect.void)
    })
    server.closeIdleConnections()
  })

/** Serves the app until the scope closes. */
const serveApp = (app: Hono<Env>, address: Address): Effect.Effect<void, Stop, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.gen(function* () {
        const { createAdaptorServer } = yield* Effect.promise(() => import("@hono/node-server"))
        // The server's own limits end slow requests, which would otherwise hold their connection forever.
        const serverOptions = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }
        const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server
        yield* listen(server, address)
        return server
      }),
      drain
    )
  )

/** The surfaces that a host can serve, by name. They are loaded on demand, so that other commands start faster. */
export const surfaces = {
  rest: {
    label: "REST",
    what: "the REST API",
    app: Effect.flatMap(
      Effect.promise(() => import("@adwarden/rest")),
      ({ restApp }) => restApp
    )
  },
  mcp: {
    label: "MCP",
    what: "the MCP server",
    app: Effect.flatMap(
      Effect.promise(() => import("@adwarden/mcp")),
      ({ mcpApp }) => mcpApp
    )
  },
  web: {
    label: "pages",
    what: "the pages for people",
    app: Effect.flatMap(
      Effect.promise(() => import("@adwarden/web")),
      ({ webApp }) => webApp
    )
  }
} as const

type SurfaceName = keyof typeof surfaces
export const allSurfaces = Object.keys(surfaces) as ReadonlyArray<SurfaceName>

type App = (typeof surfaces)[SurfaceName]["app"]

/** The app of a surface. Its type names the services that any surface needs. */
const appOf = (
  name: SurfaceName
): Effect.Effect<Effect.Effect.Success<App>, never, Effect.Effect.Context<App>> => surfaces[name].app

const listFormat = new Intl.ListFormat("en-GB")

export const labelsOf = (names: ReadonlyArray<SurfaceName>): string =>
  listFormat.format(names.map((name) => surfaces[name].label))

type Services = Layer.Layer.Success<typeof Core.layer> | DatabaseServices | PlatformServices | Settings

/** Opens the services behind the surfaces on an open database. They close with the scope. */
export const openServices = (
  database: Context.Context<DatabaseServices>,
  settings: Layer.Layer<Settings>,
  platform: PlatformLayer
): Effect.Effect<Context.Context<Services>, Stop, Scope.Scope> =>
  Layer.build(layersInOrder(Layer.succeedContext(database), settings, platform, Core.layer))

/** Serves the given surfaces on one port, and runs the sealer, which follows their requests. */
export const openHost = (
  services: Context.Context<Services>,
  names: ReadonlyArray<SurfaceName>,
  address: Address
): Effect.Effect<void, Stop, Scope.Scope> =>
  Effect.gen(function* () {
    yield* Layer.build(Core.sealing)
    const { hostApp } = yield* Effect.promise(() => import("@adwarden/http-host"))
    const apps = yield* Effect.forEach(names, appOf)
    yield* serveApp(yield* hostApp(apps), address)
  }).pipe(Effect.provide(services))

/** Starts the worker and returns the names of its jobs. */
export const openWorker = (
  url: string,
  services: Context.Context<Services>,
  directUrl: string | null
): Effect.Effect<ReadonlyArray<string>, Stop, Scope.Scope> =>
  Layer.build(Worker.layer(url, directUrl === null ? {} : { directUrl })).pipe(
    Effect.flatMap((worker) => Effect.provide(Worker, worker)),
    Effect.map(({ jobs }) => jobs),
    Effect.mapError((error) => databaseStop(url, error)),
    Effect.provide(services)
  )
