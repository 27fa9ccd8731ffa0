import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { prometheusText, prometheusType } from "@adwarden/core"
import { Effect, Runtime, type Scope } from "effect"
import { Stop } from "../stop.ts"

interface MetricsAddress {
  readonly host: string
  readonly port: number
}

const respond = (response: ServerResponse, status: number, type: string, text: string): void => {
  response.writeHead(status, { "Content-Type": type, "Content-Length": Buffer.byteLength(text) }).end(text)
}

const listen = (server: Server, { host, port }: MetricsAddress): Effect.Effect<number, Stop> =>
  Effect.async((resume) => {
    server.once("error", ({ message }) =>
      resume(
        new Stop({
          message: `METRICS_PORT=${port} on METRICS_HOST=${host} cannot be used (${message}). Choose another port or address.`
        })
      )
    )
    server.listen(port, host, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

/**
 * Serves the metrics of this process to Prometheus, on a port of its own: the public one never has them. Returns the
 * port.
 */
export const serveMetrics = (
  update: Effect.Effect<void>,
  address: MetricsAddress
): Effect.Effect<number, Stop, Scope.Scope> =>
  Effect.gen(function* () {
    const run = Runtime.runPromise(yield* Effect.runtime<never>())
    const handle = async ({ method, url }: IncomingMessage, response: ServerResponse): Promise<void> => {
      if (url?.split("?")[0] !== "/metrics") return respond(response, 404, "text/plain", "See /metrics.\n")
      if (method !== "GET") return respond(response, 405, "text/plain", "Use GET.\n")
      await run(update)
      respond(response, 200, prometheusType, prometheusText())
    }
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        createServer({ requestTimeout: 10_000 }, (request, response) => void handle(request, response))
      ),
      (server) =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        })
    )
    return yield* listen(server, address)
  })
