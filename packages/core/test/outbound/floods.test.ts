import { channel } from "node:diagnostics_channel"
import type { Socket } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { Effect, Either, Layer } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { Fetcher, type FetchLimits, pageLimits, SiteReader } from "../../src/outbound/index.ts"
import { until } from "../support/until.ts"
import { fetcherOn, ours, resolverOf, serverOf } from "./support/servers.ts"

/*
 * Servers that send without end what no response needs. The HTTP parser runs in the process's main thread, so
 * reading on would block it, and a retry would do so again.
 */

/** Enables explicit garbage collection; the test runner passes no flags to Node. */
setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const megabyte = 1024 * 1024
const head = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n"
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`
const gzipHeader = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"

interface Flood {
  readonly first?: string
  readonly endless: string
}

/** By path. Each is sent byte for byte. */
const floods: Readonly<Record<string, Flood>> = {
  "early-hints": { endless: "HTTP/1.1 103 \r\n\r\n" },
  "early-hints-with-headers": {
    endless: `HTTP/1.1 103 Early Hints\r\n${"link: </a>\r\n".repeat(500)}\r\n`
  },
  continue: { endless: "HTTP/1.1 100 Continue\r\n\r\n" },
  "empty-lines": { endless: "\r\n" },
  "chunks-of-one-byte": { first: chunked, endless: "1\r\na\r\n" },
  "chunk-extensions": { first: chunked, endless: `1;${"a".repeat(10_000)}\r\na\r\n` },
  trailers: { first: `${chunked}1\r\na\r\n0\r\n`, endless: "a: b\r\n" },
  "empty-gzip-blocks": {
    first: `${head}content-encoding: gzip\r\n\r\n${gzipHeader}`,
    endless: "\x00\x00\x00\xff\xff"
  },
  "another-protocol": {
    first: "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    endless: "a"
  }
}

/** The body of `/small-chunks`, which is within every limit and ends when the test says so. */
const smallChunks = Buffer.from(`${chunked}${"8\r\nabcdefgh\r\n".repeat(130_000)}`)

/** The bytes that the process accepted before the reader closed the connection. */
let poured = 0
let openSocket: Socket | undefined
let names = resolverOf({})

const pour = (socket: Socket, { endless, first }: Flood): void => {
  if (first !== undefined) socket.write(first, "latin1")
  const piece = Buffer.from(endless.repeat(Math.ceil(megabyte / endless.length)), "latin1")
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece)) poured += piece.length
    poured += piece.length
  }
  socket.on("drain", more)
  more()
}

beforeAll(async () => {
  const port = await serverOf(({ headers, socket, url = "" }) => {
    socket.on("error", () => {})
    if (url === "/small-chunks") {
      socket.write(smallChunks)
      openSocket = socket
    } else pour(socket, floods[headers.host === "hints.test" ? "early-hints" : url.slice(1)]!)
  })
  names = resolverOf({ "flood.test": ours(port), "hints.test": ours(port) })
})

/** Timeouts are off, so that only the limit ends a flood. */
const limits: FetchLimits = { ...pageLimits, seconds: 3600, idleSeconds: 3600 }

const get = (path: string) =>
  Effect.gen(function* () {
    const fetched = (yield* Fetcher).get(`http://flood.test/${path}`, { accept: ["text/html"], limits })
    return yield* Effect.either(fetched)
  }).pipe(Effect.provide(fetcherOn(names)), Effect.runPromise)

describe("a server that floods its reader", () => {
  for (const path of Object.keys(floods)) {
    it(`with ${path.replaceAll("-", " ")} is cut off, and not retried`, async () => {
      poured = 0
      const { isRetryable, reason } = Either.getOrThrow(Either.flip(await get(path)))
      expect({ isRetryable, reason }).toEqual({ isRetryable: false, reason: "garbled" })
      // What was read, and what the system had accepted from the server by then.
      expect(poured).toBeLessThan(32 * megabyte)
    })
  }

  it("as a website ends the task at once", async () => {
    const outcome = await Effect.flatMap(SiteReader, (reader) =>
      Effect.either(reader.read("http://hints.test/"))
    ).pipe(Effect.provide(SiteReader.layer.pipe(Layer.provide(fetcherOn(names)))), Effect.runPromise)
    const { isRetryable, message } = Either.getOrThrow(Either.flip(outcome))
    expect(isRetryable).toBe(false)
    expect(message).toMatch(/Ask its operator to fix it/)
  })
})

it("keeps no more of a body in many small chunks than its bytes", async () => {
  let reading: Socket | undefined
  const onSocket = (message: unknown) => {
    reading = (message as { readonly socket: Socket }).socket
  }
  channel("net.client.socket").subscribe(onSocket)
  collect()
  const before = process.memoryUsage().heapUsed
  const outcome = get("small-chunks")
  await until("the body has arrived", () => reading?.bytesRead === smallChunks.length)
  channel("net.client.socket").unsubscribe(onSocket)
  collect()
  // 130,000 chunks of 8 bytes are a megabyte, and took more than 20 as separate buffers.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * megabyte)
  openSocket!.end("0\r\n\r\n")
  expect(Either.getOrThrow(await outcome).body.length).toBe(8 * 130_000)
})
