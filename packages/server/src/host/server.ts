import type { Server } from "node:http"
import { createServer, type Server as Listener } from "node:net"
import type { Env } from "@adwarden/http-host"
import { Effect, type Scope } from "effect"
import type { Hono } from "hono"
import { Stop } from "../stop.ts"

export interface Address {
  readonly port: number
  readonly host: string | null
  /** The command to start it on another port, for the message when it cannot listen here. */
  readonly command: string
}

/** How long a stop waits for requests in progress. */
const drainTimeoutMillis = 10_000

const listenError = ({ command, host, port }: Address, error: NodeJS.ErrnoException): Stop => {
  const next = port < 65_535 ? port + 1 : 4281
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Stop the other program or choose one: PORT=${next} ${command}`,
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
    server.once("error", (error: NodeJS.ErrnoException) => resume(Effect.fail(listenError(address, error))))
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
export const serveApp = (app: Hono<Env>, address: Address): Effect.Effect<void, Stop, Scope.Scope> =>
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
