import type { IncomingHttpHeaders } from "node:http"
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib"
import { Effect, Either } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import {
  documentLimits,
  Fetcher,
  type FetchLimits,
  type FetchOptions,
  pageLimits
} from "../../src/outbound/index.ts"
import { fetcherOn, ours, resolverOf, serverOf, untrustedTlsServer } from "./support/servers.ts"

/* Attacks of an untrusted server on its reader, and the data that it receives from us. */

const megabyte = 1024 * 1024
/** Timeouts are off unless a test is about them, so that a busy machine does not decide. */
const small: FetchLimits = {
  ...pageLimits,
  bytes: megabyte,
  onOversize: "refuse",
  seconds: 3600,
  idleSeconds: 3600
}
const html: FetchOptions = { accept: ["text/html"], limits: small }
/** The fastest level of each: a bomb of zeros is small at any level. */
const packed = {
  gzip: (body: Buffer) => gzipSync(body, { level: 1 }),
  deflate: (body: Buffer) => deflateSync(body, { level: 1 }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
}

let names = resolverOf({})
let seen: IncomingHttpHeaders = {}
/** The bytes of the endless body that were sent before the reader closed the connection. */
let poured = 0

const pour = (write: (piece: Buffer) => boolean, onDrain: (next: () => void) => void): void => {
  const next = (): void => {
    while (write(Buffer.alloc(65_536))) poured += 65_536
    onDrain(next)
  }
  next()
}

beforeAll(async () => {
  const port = await serverOf((request, response) => {
    seen = request.headers
    const [, what = "", how = ""] = (request.url ?? "").split("/")
    response.setHeader("content-type", what === "json" ? "application/json; charset=utf-8" : "text/html")
    response.setHeader("set-cookie", "track=me; Path=/")
    if (what === "endless")
      return pour(
        (piece) => response.write(piece),
        (next) => response.once("drain", next)
      )
    if (what === "silent") return undefined
    if (what === "stops") return void response.write("<p>and then")
    if (what === "drips") {
      const timer = setInterval(() => response.write("."), 50)
      return void response.once("close", () => clearInterval(timer))
    }
    if (what === "cut-off") {
      response.writeHead(200, { "content-length": 1000 }).write("<p>")
      return void setImmediate(() => request.socket.destroy())
    }
    if (what === "not-http") return request.socket.end("SSH-2.0-OpenSSH_9.6\r\n\r\n")
    if (what === "untyped") {
      response.removeHeader("content-type")
      return response.end("<p>plain")
    }
    if (what === "pdf") return response.setHeader("content-type", "application/pdf").end("%PDF")
    if (what === "again") return response.writeHead(302, { location: "/page" }).end()
    if (what === "bomb" || what === "packed") {
      const pack = packed[how as keyof typeof packed]
      const body = what === "bomb" ? Buffer.alloc(16 * megabyte) : Buffer.from("<p>packed")
      return response.setHeader("content-encoding", how).end(pack(body))
    }
    if (what === "broken-gzip") return response.setHeader("content-encoding", "gzip").end("not gzip at all")
    if (what === "twice-packed") return response.setHeader("content-encoding", "gzip, gzip").end("")
    return response.end("<p>hello")
  })
  const distrusted = await untrustedTlsServer("tls.test", (_, response) => response.end("<p>secret"))
  const closed = ours(1)
  names = resolverOf({
    "open.test": ours(port),
    "tls.test": ours(distrusted),
    "closed.test": closed,
    "half.test": [...closed, ...ours(port)]
  })
})

const get = (url: string, options: FetchOptions = html): Promise<string> =>
  Effect.gen(function* () {
    const outcome = yield* Effect.either((yield* Fetcher).get(url, options))
    return Either.match(outcome, {
      onLeft: ({ reason }) => reason,
      onRight: ({ body, status }) => `${status} ${body.length > 100 ? body.length : Buffer.from(body)}`
    })
  }).pipe(Effect.provide(fetcherOn(names)), Effect.runPromise)

const page = (path: string, limits: Partial<FetchLimits> = {}) =>
  get(`http://open.test/${path}`, { ...html, limits: { ...small, ...limits } })

describe("size", () => {
  it("an endless body is rejected at the limit, and the connection closed", async () => {
    expect(await page("endless")).toBe("too_large")
    expect(poured).toBeLessThan(64 * megabyte)
  })

  it("or truncated at the limit, if a part is useful", async () => {
    expect(await page("endless", { onOversize: "cut" })).toBe(`200 ${megabyte}`)
  })

  for (const how of Object.keys(packed)) {
    it(`a small ${how} body that decompresses to a huge one is stopped at the limit`, async () => {
      expect(await page(`bomb/${how}`)).toBe("too_large")
      expect(await page(`bomb/${how}`, { onOversize: "cut" })).toBe(`200 ${megabyte}`)
      expect(await page(`packed/${how}`)).toBe("200 <p>packed")
    })
  }
})

describe("time", () => {
  it("a server that never responds", async () => {
    expect(await page("silent", { idleSeconds: 0.2, seconds: 3600 })).toBe("too_slow")
  })

  it("a server that stops halfway", async () => {
    expect(await page("stops", { idleSeconds: 0.2, seconds: 3600 })).toBe("too_slow")
  })

  it("a server that sends very slowly", async () => {
    expect(await page("drips", { idleSeconds: 3600, seconds: 0.5 })).toBe("too_slow")
  })
})

describe("servers with errors", () => {
  const table: ReadonlyArray<readonly [string, string]> = [
    ["http://open.test/pdf", "wrong_type"],
    ["http://open.test/json", "wrong_type"],
    ["http://open.test/untyped", "200 <p>plain"],
    ["http://open.test/broken-gzip", "garbled"],
    ["http://open.test/twice-packed", "garbled"],
    ["http://open.test/not-http", "garbled"],
    ["http://open.test/cut-off", "unreachable"],
    ["http://closed.test/", "unreachable"],
    ["http://half.test/", "200 <p>hello"],
    ["https://tls.test/", "tls"],
    ["https://open.test/", "tls"]
  ]
  for (const [url, outcome] of table) {
    it(`${url}: ${outcome}`, async () => {
      expect(await get(url)).toBe(outcome)
    })
  }
})

describe("a request's own data", () => {
  it("names the product and its URL, and contains no cookie or credential, also after a redirect", async () => {
    expect(await page("again")).toBe("200 <p>hello")
    expect(seen).toEqual({
      host: "open.test",
      "user-agent": "Adwarden/1.0 (+https://ads.example/docs/reading-websites)",
      accept: "text/html",
      "accept-encoding": "gzip, deflate, br",
      connection: "close"
    })
  })
})

it("accepts the media types of the request", async () => {
  const json = { accept: ["application/json"], limits: documentLimits }
  expect(await get("http://open.test/json", json)).toBe("200 <p>hello")
  expect(await get("http://open.test/page", json)).toBe("wrong_type")
  expect(await get("http://open.test/again", json)).toBe("too_many_redirects")
})
