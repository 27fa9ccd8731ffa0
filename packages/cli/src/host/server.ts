import type { Server } from "node:http"
import { createServer, type Server as Listener } from "node:net"
import type { Env } from "@adwarden/http-host"
import { Effect, type Scope } from "effect"
import type { Hono } from "hono"
import { Stop } from "../stop.ts"

export interface Address {
  readonly port: number
  readonly host: string | null
  /** How to start it elsewhere, for the message when it cannot listen here. */
  readonly command: string
}

/** How long a stop waits for the requests in flight. */
const drainTimeoutMillis = 10_000

const listenError = ({ command, host, port }: Address, error: NodeJS.ErrnoException): Stop => {
  const next = port < 65_535 ? port + 1 : 4281
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use. Stop the other program or choose one: PORT=${next} ${command}`,
    EACCES: `Port ${port} needs more rights than this user has. Choose one above 1023: PORT=4280 ${command}`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. Leave HOST out, or name one that is.`,
    ENOTFOUND: `HOST=${host} is not known. Leave HOST out, or name an address of this machine.`
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

/** Tells early that the port is taken, before a database is started for nothing. */
export const probePort = (address: Address): Effect.Effect<void, Stop> =>
  Effect.suspend(() => {
    const server = createServer()
    const closed = Effect.async<void>((resume) => void server.close(() => resume(Effect.void)))
    return Effect.zipRight(listen(server, address), closed)
  })

/** Take no more, let those in flight finish, and close connections as they fall idle. */
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

/** Serve the app until the scope closes. */
export const serveApp = (app: Hono<Env>, address: Address): Effect.Effect<void, Stop, Scope.Scope> =>
  Effect.asVoid(
    Effect.acquireRelease(
      Effect.gen(function* () {
        const { createAdaptorServer } = yield* Effect.promise(() => import("@hono/node-server"))
        // A request that dawdles would hold its connection for ever: the server's own limits end it.
        const serverOptions = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }
        const server = createAdaptorServer({ fetch: app.fetch, serverOptions }) as Server
        yield* listen(server, address)
        return server
      }),
      drain
    )
  )
