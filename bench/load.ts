import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** A request as the bytes that go to the server. */
export type RequestBytes = Buffer

/** Returns the requests of one connection, one after another. */
export type Load = () => () => RequestBytes

/** Seconds or number of requests. With a number, the run ends with complete responses also on a busy machine. */
export type RunLength = { readonly duration: number } | { readonly amount: number }

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const endOfHead = Buffer.from("\r\n\r\n")
const lastChunk = Buffer.from("0\r\n\r\n")

/** Reads one response after another. It looks only at the status and at where a response ends. */
class ResponseReader {
  #head: Buffer = Buffer.alloc(0)
  /** Bytes of the body that are still missing; null while the head is read; -1 if it comes in chunks. */
  #missing: number | null = null

  /** Returns whether the response is complete. It throws if the response is not a success. */
  read(data: Buffer): boolean {
    if (this.#missing === null) {
      const received = this.#head.length === 0 ? data : Buffer.concat([this.#head, data])
      const end = received.indexOf(endOfHead)
      if (end < 0) {
        this.#head = received
        return false
      }
      const head = received.toString("latin1", 0, end)
      if (head[9] !== "2") throw new Error(`A response was not 2xx: ${received.toString().slice(0, 500)}`)
      const length = /^content-length: *(\d+)/im.exec(head)?.[1]
      this.#missing = length === undefined ? -1 : Number(length)
      return this.#body(received.subarray(end + endOfHead.length))
    }
    return this.#body(data)
  }

  #body(data: Buffer): boolean {
    const inChunks = this.#missing === -1
    if (!inChunks) this.#missing! -= data.length
    const complete = inChunks ? data.subarray(-lastChunk.length).equals(lastChunk) : this.#missing! <= 0
    if (complete) {
      this.#head = Buffer.alloc(0)
      this.#missing = null
    }
    return complete
  }
}

const percentile = (sorted: Float64Array, share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10

/**
 * Sends a load to a server over connections that stay open, each with one request at a time. A general load
 * generator took a third of a small machine's CPU time, so that servers hardly differed.
 */
export const runLoad = async (
  url: string,
  load: Load,
  connections: number,
  length: RunLength
): Promise<LoadResult> => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname).setNoDelay(true))
  await Promise.all(sockets.map((socket) => once(socket, "connect")))
  const latencies: Array<number> = []
  const startedAt = performance.now()
  const endsAt = "duration" in length ? startedAt + length.duration * 1000 : Number.POSITIVE_INFINITY
  let remaining = "amount" in length ? length.amount : Number.POSITIVE_INFINITY

  const drive = (socket: Socket) =>
    new Promise<void>((resolve, reject) => {
      const next = load()
      const reader = new ResponseReader()
      let sentAt = 0
      const send = (now: number): void => {
        if (now >= endsAt || remaining <= 0) resolve()
        else {
          remaining--
          sentAt = now
          socket.write(next())
        }
      }
      socket.on("data", (data: Buffer) => {
        try {
          if (!reader.read(data)) return
        } catch (error) {
          return reject(error)
        }
        const now = performance.now()
        latencies.push(now - sentAt)
        send(now)
      })
      socket.on("error", reject)
      socket.on("close", () => reject(new Error(`${url} closed a connection`)))
      send(startedAt)
    })

  try {
    await Promise.all(sockets.map(drive))
  } finally {
    for (const socket of sockets) socket.removeAllListeners("close").destroy()
  }
  if (latencies.length === 0) throw new Error(`${url}: no response`)
  const seconds = (performance.now() - startedAt) / 1000
  const sorted = Float64Array.from(latencies).sort()
  return { requests: latencies.length, seconds, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}
