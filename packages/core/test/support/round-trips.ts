import { connect, createServer, type Socket } from "node:net"
import { Effect, type Scope } from "effect"

export interface CountedDatabase {
  readonly url: string
  /** Runs an effect and returns its number of round trips on all connections. */
  readonly roundTripsOf: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<number, E, R>
}

/** The same database behind a proxy that counts round trips. */
export const countingRoundTrips = (url: string): Effect.Effect<CountedDatabase, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => openProxy(new URL(url))),
      ({ close }) => Effect.sync(close)
    ),
    ({ port, clientTurns }) => {
      const counted = new URL(url)
      counted.port = String(port)
      return {
        url: counted.href,
        roundTripsOf: (effect) =>
          Effect.suspend(() => {
            const before = clientTurns()
            return Effect.map(effect, () => clientTurns() - before)
          })
      }
    }
  )

const openProxy = (target: URL) => {
  let clientTurns = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let isResponseComplete = true
    client.on("data", (chunk) => {
      if (isResponseComplete) clientTurns++
      isResponseComplete = false
      upstream.write(chunk)
    })
    upstream.on("data", (chunk) => {
      isResponseComplete = true
      client.write(chunk)
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on("error", () => other.destroy())
      one.on("close", () => other.destroy())
    }
  })
  return new Promise<{ port: number; clientTurns: () => number; close: () => void }>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { readonly port: number }
      resolve({
        port,
        clientTurns: () => clientTurns,
        close: () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        }
      })
    })
  })
}
