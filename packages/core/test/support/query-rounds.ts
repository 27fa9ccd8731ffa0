import { connect, createServer, type Socket } from "node:net"
import { setImmediate } from "node:timers/promises"

/*
 * Counts how many rounds of queries some work needs, whatever the number of connections. Answers are held until every
 * query that was sent has its answer, and nothing more is sent; then all are passed on at once. Each time is a round.
 * The proxy runs in the process of the work, so turns of the event loop decide, and no clock.
 */

interface Framer {
  readonly read: (chunk: Buffer) => ReadonlyArray<string>
}

/** Finds the types of the messages in a stream. The first message of a client has no type. */
const makeFramer = (startsUntyped: boolean): Framer => {
  let rest = Buffer.alloc(0)
  let untyped = startsUntyped
  return {
    read: (chunk) => {
      const types: Array<string> = []
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const head = untyped ? 0 : 1
        if (rest.length < head + 4) return types
        const end = head + rest.readInt32BE(head)
        if (rest.length < end) return types
        types.push(untyped ? "startup" : String.fromCharCode(rest[0]!))
        untyped = false
        rest = rest.subarray(end)
      }
    }
  }
}

/** Turns of the event loop without a new query, after which a round is complete. */
const quietTurns = 20

export interface CountedRounds {
  readonly url: string
  /** Runs some work and returns its rounds. Other work must not use the database meanwhile. */
  readonly roundsOf: (work: () => Promise<unknown>) => Promise<number>
  readonly close: () => void
}

/** The same database behind a proxy that counts rounds. */
export const countingRounds = async (url: string): Promise<CountedRounds> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const held: Array<() => void> = []
  let [counts, unanswered, rounds, quiet] = [false, 0, 0, 0]

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    const [asked, answered] = [makeFramer(true), makeFramer(false)]
    // The start of a connection also ends with "ready for query".
    let starting = 1
    client.on("data", (chunk) => {
      // A sync or a simple query is answered by one "ready for query".
      unanswered += asked.read(chunk).filter((type) => type === "S" || type === "Q").length
      quiet = 0
      upstream.write(chunk)
    })
    upstream.on("data", (chunk) => {
      const ready = answered.read(chunk).filter((type) => type === "Z").length
      unanswered -= Math.max(0, ready - starting)
      starting = Math.max(0, starting - ready)
      if (counts) held.push(() => client.write(chunk))
      else client.write(chunk)
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const counted = new URL(url)
  counted.port = String((server.address() as { readonly port: number }).port)

  const release = async (isDone: () => boolean) => {
    while (!isDone()) {
      await setImmediate()
      quiet++
      if (held.length === 0 || unanswered > 0 || quiet < quietTurns) continue
      rounds++
      for (const pass of held.splice(0)) pass()
      quiet = 0
    }
  }

  return {
    url: counted.href,
    roundsOf: async (work) => {
      ;[counts, unanswered, rounds, quiet] = [true, 0, 0, 0]
      let done = false
      const finished = work().finally(() => {
        done = true
      })
      await Promise.all([release(() => done), finished])
      counts = false
      for (const pass of held.splice(0)) pass()
      return rounds
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}
