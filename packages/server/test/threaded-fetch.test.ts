import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { ThreadedFetch } from "../src/telemetry/threaded-fetch.ts"

let server: Server
let url: string
const received: Array<string> = []
const unanswered = new Set<() => void>()
let closedRequests = 0

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ""
    for await (const part of request) body += part
    received.push(`${request.method} ${request.url} ${request.headers["content-type"]} ${body}`)
    if (request.url === "/busy") response.writeHead(429, { "retry-after": "7" }).end("later")
    else if (request.url === "/silent") {
      request.socket.on("close", () => {
        closedRequests++
        for (const notify of unanswered) notify()
      })
    } else response.end("{}")
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

let threaded: ThreadedFetch | undefined
afterEach(() => threaded?.close())

const post = (path: string, signal?: AbortSignal) =>
  threaded!.fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-protobuf" },
    body: new TextEncoder().encode("spans"),
    ...(signal === undefined ? {} : { signal })
  })

it("sends a request with its headers and its body", async () => {
  threaded = new ThreadedFetch()
  expect((await post("/v1/traces")).status).toBe(200)
  expect(received).toContain("POST /v1/traces application/x-protobuf spans")
})

it("returns the status and the headers by which a client decides to retry", async () => {
  threaded = new ThreadedFetch()
  const response = await post("/busy")
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "7"])
})

it("fails while nobody listens, and works again afterwards", async () => {
  threaded = new ThreadedFetch()
  await expect(threaded.fetch("http://127.0.0.1:1/v1/traces", { method: "POST" })).rejects.toThrow()
  expect((await post("/v1/traces")).status).toBe(200)
})

it("ends a request that is aborted, at the collector too", async () => {
  threaded = new ThreadedFetch()
  const controller = new AbortController()
  const closed = new Promise<void>((resolve) => void unanswered.add(resolve))
  const arrived = once(server, "request")
  const sent = post("/silent", controller.signal)
  await arrived
  controller.abort()
  await expect(sent).rejects.toThrow("aborted")
  await closed
  expect(closedRequests).toBe(1)
})

it("fails what is in flight when the thread ends, and starts another one", async () => {
  threaded = new ThreadedFetch()
  const arrived = once(server, "request")
  const sent = expect(post("/silent")).rejects.toThrow("ended")
  await arrived
  await threaded.close()
  await sent
  expect((await post("/v1/traces")).status).toBe(200)
})
