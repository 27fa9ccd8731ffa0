import { createServer, type RequestListener, type Server } from "node:http"
import https from "node:https"
import type { AddressInfo } from "node:net"
import { Effect, Layer } from "effect"
import { type Destination, Fetcher, NameResolver, NameUnresolved } from "../../../src/outbound/index.ts"
import { Settings } from "../../../src/settings.ts"
import { afterFile } from "../../support/after-file.ts"
import { selfSigned } from "./self-signed.ts"

/* Local servers, and a resolver for their names: the tests' replacement for the internet. */

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", () => done()))
  afterFile(
    () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  )
  return (server.address() as AddressInfo).port
}

/** Starts a server for the file's tests and returns its port. */
export const serverOf = (listener: RequestListener): Promise<number> => listen(createServer(listener))

/** Starts a server with an untrusted certificate. */
export const untrustedTlsServer = (name: string, listener: RequestListener): Promise<number> =>
  listen(https.createServer(selfSigned(name), listener))

/** A local server as a development destination. */
export const ours = (port: number): ReadonlyArray<Destination> => [
  { address: "127.0.0.1", port, isDevelopment: true }
]

/** A resolver that reads from a table: a fixed result per name, or a function that is called each time. */
export const resolverOf = (
  table: Readonly<Record<string, ReadonlyArray<Destination> | (() => ReadonlyArray<Destination>)>>
): Layer.Layer<NameResolver> =>
  Layer.succeed(NameResolver, {
    resolve: (name) => {
      const found = table[name]
      if (found === undefined) return new NameUnresolved({ notFound: true })
      return Effect.sync(() => (typeof found === "function" ? found() : found))
    }
  })

export const fetcherOn = (names: Layer.Layer<NameResolver>): Layer.Layer<Fetcher> =>
  Fetcher.layer.pipe(Layer.provide([names, Settings.layer("https://ads.example")]))
