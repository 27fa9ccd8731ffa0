import type { IncomingHttpHeaders, IncomingMessage } from "node:http"
import { pipeline, type Transform } from "node:stream"
import type * as Zlib from "node:zlib"
import { Effect } from "effect"
import { FetchFailed, type FetchReason } from "./failure.ts"
import type { FetchLimits } from "./limits.ts"
import type { Destination } from "./name-resolver.ts"
import type { Target } from "./target.ts"

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
 * body that decompresses to a huge one stops at the limit.
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
  const chunks: Array<Uint8Array> = []
  let remaining = bytes
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
    if (chunk.length > remaining) {
      chunks.push(chunk.subarray(0, remaining))
      finish(onOversize === "cut" ? Buffer.concat(chunks) : "too_large")
      return
    }
    remaining -= chunk.length
    chunks.push(chunk)
  })
  source.once("end", () => finish(Buffer.concat(chunks)))
  source.once("error", () => finish(response.errored === null ? "garbled" : "unreachable"))
}

/** Loaded with the first request: Node takes longer to load these modules than most commands take to run. */
const loadRequest = async (protocol: string) => ({
  sendRequest:
    protocol === "https:" ? (await import("node:https")).request : (await import("node:http")).request,
  decompressors: decompressorsOf(await import("node:zlib"))
})

/** A server's response. Only a success has a body; others are not read. */
export interface HopResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/** What a POST sends. */
export interface PostedBody {
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
 * Sends a request to a resolved address. The server gets the name, and its certificate is checked against it,
 * but the name is not resolved again. The request has no cookie and no credential and shares no connection.
 */
export const requestOnce = (
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
