import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from "node:http"
import { pipeline, type Transform } from "node:stream"
import type * as Zlib from "node:zlib"
import { Context, Effect, Layer } from "effect"
import { Settings } from "../../settings.ts"
import { documentLimits, type FetchLimits, pageLimits } from "./limits.ts"
import {
  type Destination,
  FetchFailed,
  type FetchReason,
  isPublicAddress,
  NameResolver,
  parseTarget,
  type Target
} from "./target.ts"

type Decompressors = Readonly<Record<string, (() => Transform) | null>>

const decompressorsOf = (zlib: typeof Zlib): Decompressors => ({
  "": null,
  identity: null,
  gzip: zlib.createGunzip,
  "x-gzip": zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress
})

/** The supported encodings, one at a time. */
const acceptedEncodings = "gzip, deflate, br"

/**
 * Reads a body to its end or to its limit. It counts bytes after decompression, chunk by chunk, so a small
 * body that decompresses to a huge one stops at the limit. Each chunk is copied: a million chunks of one byte
 * would take 500 MB, which the process does not return to the system.
 */
const readBody = (
  response: IncomingMessage,
  decompressors: Decompressors,
  { bytes, onOversize }: Pick<FetchLimits, "bytes" | "onOversize">,
  done: (outcome: Uint8Array | FetchReason) => void
): void => {
  const decompressor = decompressors[(response.headers["content-encoding"] ?? "").trim().toLowerCase()]
  if (decompressor === undefined) {
    done("garbled")
    return
  }
  // The system provides the memory as it is written to.
  const body = Buffer.allocUnsafeSlow(bytes)
  let length = 0
  const finish = (outcome: Uint8Array | FetchReason) => {
    source.removeAllListeners("data")
    // The rest of the response, and its errors, no longer matter.
    source.on("error", () => {})
    response.destroy()
    done(outcome)
  }
  // `pipeline` reports the end of a decompressed stream; otherwise the response itself does.
  const source = decompressor === null ? response : pipeline(response, decompressor(), () => {})
  source.on("data", (chunk: Uint8Array) => {
    if (chunk.length > bytes - length) {
      body.set(chunk.subarray(0, bytes - length), length)
      finish(onOversize === "cut" ? body : "too_large")
      return
    }
    body.set(chunk, length)
    length += chunk.length
  })
  source.once("end", () => finish(Uint8Array.from(body.subarray(0, length))))
  source.once("error", () => finish(response.errored === null ? "garbled" : "unreachable"))
}

/** Loaded with the first request: Node takes longer to load these modules than most commands take to run. */
const loadRequest = async (protocol: string) => ({
  sendRequest:
    protocol === "https:" ? (await import("node:https")).request : (await import("node:http")).request,
  decompressors: decompressorsOf(await import("node:zlib"))
})

/** A server's response. Only a success has a body; others are not read. */
interface HopResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/** What a POST sends. */
interface PostedBody {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

interface FetchRequestOptions {
  /** The accepted media types, such as `text/html`; null accepts all. */
  readonly accept: ReadonlyArray<string> | null
  readonly userAgent: string
  readonly limits: FetchLimits
  /** A POST with this body; otherwise a GET. */
  readonly posted?: PostedBody
}

const tlsErrorCode =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO$|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/

const reasonOf = ({ code = "" }: NodeJS.ErrnoException): FetchReason => {
  if (tlsErrorCode.test(code)) return "tls"
  return code.startsWith("HPE_") ? "garbled" : "unreachable"
}

const mediaType = (headers: IncomingHttpHeaders): string =>
  (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase()

/** A response without a media type counts as accepted. */
const isAccepted = (type: string, accept: ReadonlyArray<string> | null): boolean =>
  type === "" || accept === null || accept.includes(type)

/**
 * The maximum number of bytes before the response. Node limits each header, but neither informational responses such
 * as 103 nor empty lines, and parses all of them in this thread.
 */
const maxBytesBeforeResponse = 32 * 1024

/** The maximum number of bytes of a response. Only chunks of a few bytes, or compression in vain, send more. */
const maxResponseBytes = ({ bytes }: FetchLimits): number => maxBytesBeforeResponse + 2 * bytes

/**
 * Calls `onFlood` when a server sends more than a response can have. It counts what arrives at the socket, since the
 * HTTP parser reports no such bytes.
 */
const watchForFlood = (request: ClientRequest, limits: FetchLimits, onFlood: () => void): void => {
  let received = 0
  let limit = maxBytesBeforeResponse
  request.once("response", () => {
    limit = maxResponseBytes(limits)
  })
  // The parser's own listener comes first: a chunk that has the response's head belongs to the response.
  request.once("socket", (socket) =>
    socket.on("data", (chunk: Uint8Array) => {
      received += chunk.length
      if (received > limit) onFlood()
    })
  )
}

/**
 * Sends a request to a resolved address. The server gets the name, and its certificate is checked against it,
 * but the name is not resolved again. The request has no cookie and no credential and shares no connection.
 */
const requestOnce = (
  { isAddress, name, url }: Target,
  { address, port }: Destination,
  { accept, limits, posted, userAgent }: FetchRequestOptions
): Effect.Effect<HopResponse, FetchFailed> =>
  Effect.flatMap(
    Effect.promise(() => loadRequest(url.protocol)),
    ({ decompressors, sendRequest }) =>
      Effect.async<HopResponse, FetchFailed>((resume) => {
        const fail = (reason: FetchReason) => resume(new FetchFailed({ reason, url: url.href }))
        const request = sendRequest({
          host: address,
          port: port ?? (url.protocol === "https:" ? 443 : 80),
          method: posted === undefined ? "GET" : "POST",
          path: `${url.pathname}${url.search}`,
          servername: isAddress ? "" : name,
          agent: false,
          headers: {
            host: isAddress ? url.host : name,
            "user-agent": userAgent,
            accept: accept?.join(", ") ?? "*/*",
            "accept-encoding": acceptedEncodings,
            ...(posted === undefined
              ? {}
              : { ...posted.headers, "content-length": String(Buffer.byteLength(posted.body)) })
          },
          timeout: limits.idleSeconds * 1000
        })
        request.once("timeout", () => {
          fail("too_slow")
          request.destroy()
        })
        // Both are final: the server would send the same again.
        const rejectBroken = () => {
          fail("garbled")
          request.destroy()
        }
        watchForFlood(request, limits, rejectBroken)
        request.once("upgrade", rejectBroken)
        request.on("error", (error) => fail(reasonOf(error)))
        request.once("response", (response) => {
          const { headers, statusCode: status = 0 } = response
          const succeed = (body: Uint8Array) => resume(Effect.succeed({ status, headers, body }))
          response.on("error", () => fail("unreachable"))
          if (status < 200 || status > 299) {
            response.destroy()
            return succeed(new Uint8Array())
          }
          if (!isAccepted(mediaType(headers), accept)) {
            response.destroy()
            return fail("wrong_type")
          }
          readBody(response, decompressors, limits, (outcome) =>
            typeof outcome === "string" ? fail(outcome) : succeed(outcome)
          )
        })
        request.end(posted?.body)
        return Effect.sync(() => request.destroy())
      })
  )

export interface FetchResponse extends HopResponse {
  /** The final URL after redirects. */
  readonly url: URL
}

export interface FetchOptions {
  /** The accepted media types. Other responses are rejected before they are read. */
  readonly accept: ReadonlyArray<string>
  readonly limits?: FetchLimits | undefined
  /** Only https, on every hop. */
  readonly secure?: boolean | undefined
  /** Restricts redirects in addition to the general rules; all are allowed by default. */
  readonly allowRedirect?: ((to: URL) => boolean) | undefined
}

/**
 * Fetches untrusted URLs without access to private networks. Each hop is parsed and resolved once, and
 * rejected if any of its addresses is private. The connection then uses one of those addresses. An error
 * status such as 404 is a response, not a failure.
 */
export class Fetcher extends Context.Tag("@adwarden/Fetcher")<
  Fetcher,
  {
    readonly get: (url: string | URL, options: FetchOptions) => Effect.Effect<FetchResponse, FetchFailed>
    /**
     * Posts to an https URL and follows no redirect: the body is for the named server alone. Development hosts
     * also take http.
     */
    readonly post: (url: string, posted: PostedBody) => Effect.Effect<HopResponse, FetchFailed>
  }
>() {
  static readonly layer = Layer.effect(
    Fetcher,
    Effect.suspend(() => make)
  )
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** The number of addresses to try per name. */
const maxAddresses = 3

/**
 * The user agent of every request: the product, and a URL that explains what it reads and how to block it.
 */
export const userAgentOf = (appUrl: string): string => `Adwarden/1.0 (+${appUrl}/docs/reading-websites)`

const make = Effect.gen(function* () {
  const names = yield* NameResolver
  const { appUrl, developmentHosts } = yield* Settings
  const userAgent = userAgentOf(appUrl)

  const resolveDestinations = ({ isAddress, name, url }: Target) => {
    const failed = (reason: "unknown_name" | "unreachable" | "private") =>
      new FetchFailed({ reason, url: url.href })
    const destinations: Effect.Effect<ReadonlyArray<Destination>, FetchFailed> = isAddress
      ? Effect.succeed([{ address: name }])
      : Effect.mapError(names.resolve(name), ({ notFound }) =>
          failed(notFound ? "unknown_name" : "unreachable")
        )
    // One private address is enough to reject the name: its server is probing our network.
    return Effect.filterOrFail(
      destinations,
      (all) => all.every(({ address, isDevelopment }) => isDevelopment === true || isPublicAddress(address)),
      () => failed("private")
    )
  }

  const requestTarget = (
    target: Target,
    {
      accept,
      limits = pageLimits
    }: Pick<FetchOptions, "limits"> & {
      readonly accept: ReadonlyArray<string> | null
    },
    posted?: PostedBody
  ) =>
    Effect.flatMap(resolveDestinations(target), (all) => {
      const [first, ...others] = all
        .slice(0, maxAddresses)
        .map((one) =>
          requestOnce(target, one, { accept, limits, userAgent, ...(posted === undefined ? {} : { posted }) })
        )
      // Only an unreachable server is retried at another address.
      return others.reduce(
        (tried, next) =>
          Effect.catchIf(
            tried,
            ({ reason }) => reason === "unreachable",
            () => next
          ),
        first!
      )
    })

  const get = (requestedUrl: string | URL, options: FetchOptions) => {
    const { redirects: maxRedirects, seconds } = options.limits ?? pageLimits
    const follow = (from: string | URL, redirectsLeft: number): Effect.Effect<FetchResponse, FetchFailed> =>
      Effect.gen(function* () {
        const target = yield* parseTarget(from, options)
        const { url } = target
        const hop = yield* requestTarget(target, options)
        const to = hop.headers.location
        if (!redirectStatuses.has(hop.status) || to === undefined) return { ...hop, url }
        if (redirectsLeft === 0)
          return yield* new FetchFailed({ reason: "too_many_redirects", url: url.href })
        const next = URL.canParse(to, url.href) ? new URL(to, url) : to
        if (next instanceof URL && options.allowRedirect?.(next) === false) {
          return yield* new FetchFailed({ reason: "redirects_away", url: url.href })
        }
        return yield* follow(next, redirectsLeft - 1)
      })
    return follow(requestedUrl, maxRedirects).pipe(
      Effect.timeoutFail({
        duration: seconds * 1000,
        onTimeout: () => new FetchFailed({ reason: "too_slow", url: String(requestedUrl) })
      }),
      Effect.withSpan("Fetcher.get")
    )
  }

  const post = (url: string, posted: PostedBody) =>
    Effect.flatMap(parseTarget(url), (parsed) =>
      Effect.flatMap(parseTarget(url, { secure: !developmentHosts.has(parsed.name) }), (target) =>
        requestTarget(target, { accept: null, limits: documentLimits }, posted)
      )
    ).pipe(
      Effect.timeoutFail({
        duration: documentLimits.seconds * 1000,
        onTimeout: () => new FetchFailed({ reason: "too_slow", url })
      }),
      Effect.withSpan("Fetcher.post")
    )

  return { get, post }
})
