import type { IncomingMessage } from "node:http"
import { pipeline, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import type { FetchReason } from "./failure.ts"
import type { FetchLimits } from "./limits.ts"

const decompressors: Readonly<Record<string, (() => Transform) | null>> = {
  "": null,
  identity: null,
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/** The supported encodings, one at a time. */
export const acceptedEncodings = "gzip, deflate, br"

/**
 * Reads a body to its end or to its limit. It counts bytes after decompression, chunk by chunk, so a small
 * body that decompresses to a huge one stops at the limit.
 */
export const readBody = (
  response: IncomingMessage,
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
