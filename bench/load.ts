import { once } from "node:events"
import { connect, type Socket } from "node:net"
import type { ApplicableRecommendation, Tenant } from "./world.ts"

/** A request as the bytes that go to the server. */
type RequestBytes = Buffer

/** Returns the requests of one connection, one after another. */
export type Load = () => () => RequestBytes

/** Seconds or number of requests. With a number, the run ends with complete responses also on a busy machine. */
export type RunLength = { readonly duration: number } | { readonly amount: number }

interface LoadResult {
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

/** Writes a request with its headers, as a program with an open connection sends it. */
const requestOf = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  json?: object
): RequestBytes => {
  const body = json === undefined ? "" : JSON.stringify(json)
  const bodyHeaders: Readonly<Record<string, string>> =
    json === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries({ host: "127.0.0.1", "user-agent": "bench", ...headers, ...bodyHeaders })
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`
  )
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** Each connection sends the requests in turn, from the first one on. */
const inTurn =
  (requests: ReadonlyArray<RequestBytes>): Load =>
  () => {
    let index = 0
    return () => requests[index++ % requests.length]!
  }

/** Reads the first page of campaigns of each organization in turn. */
export const listCampaigns = (tenants: ReadonlyArray<Tenant>): Load =>
  inTurn(
    tenants.map(({ key, slug }) =>
      requestOf("GET", `/v1/organizations/${slug}/campaigns?limit=20`, bearer(key))
    )
  )

type McpRevision = "2025-11-25" | "2026-07-28"

const tool = "svc_list_campaigns"

/** What a call has beside its arguments: since 2026-07-28 each says itself what a handshake said before. */
const revisions: Readonly<Record<McpRevision, { headers: Record<string, string>; meta: object }>> = {
  "2025-11-25": { headers: { "mcp-protocol-version": "2025-11-25" }, meta: {} },
  "2026-07-28": {
    headers: { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": tool },
    meta: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {}
      }
    }
  }
}

/** The same as `listCampaigns`, as a tool call. */
export const callTool = (tenants: ReadonlyArray<Tenant>, revision: McpRevision): Load => {
  const { headers, meta } = revisions[revision]
  return inTurn(
    tenants.map(({ key, slug }) =>
      requestOf(
        "POST",
        "/mcp",
        { ...bearer(key), accept: "application/json, text/event-stream", ...headers },
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: tool, arguments: { org: slug, limit: 20 }, ...meta }
        }
      )
    )
  )
}

/** Applies each recommendation once, on either server. The bare server needs the organization in the request. */
export const applyEach = (recommendations: ReadonlyArray<ApplicableRecommendation>): Load => {
  const remaining = recommendations.values()
  return () => () => {
    const { value } = remaining.next()
    if (value === undefined) throw new Error("No recommendations are left to apply")
    const headers = { ...bearer(value.key), "x-organization": value.slug }
    return requestOf("POST", `/v1/recommendations/${value.id}/apply`, headers, { dry_run: false })
  }
}

let turnCount = 0

/**
 * Changes the budget of one campaign after another within the limits, always to another amount. Every call
 * therefore executes, and the spending rules run. Organizations take turns over all connections, because
 * writes of one organization wait for each other by design.
 */
export const moveBudgets =
  (tenants: ReadonlyArray<Tenant>, campaigns: number): Load =>
  () =>
  () => {
    const turnIndex = turnCount++
    const { key, slug } = tenants[turnIndex % tenants.length]!
    const round = Math.floor(turnIndex / tenants.length)
    const budget = 46 + (Math.floor(round / campaigns) % 10)
    const path = `/v1/organizations/${slug}/campaigns/campaign-${1 + (round % campaigns)}`
    return requestOf("PATCH", path, bearer(key), { budget, dry_run: false })
  }
