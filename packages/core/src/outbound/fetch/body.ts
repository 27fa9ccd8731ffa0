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

/** What is asked for: no more than can be unpacked, and never packed twice. */
export const acceptedEncodings = "gzip, deflate, br"

/**
 * Reads a body to its end or to its limit. Bytes are counted as they come out of unpacking, one piece at a time: a
 * small body that unpacks into a huge one is stopped where the huge one passes the limit.
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
    // What the other side still sends is nobody's business any more, and neither is how that ends.
    source.on("error", () => {})
    response.destroy()
    done(outcome)
  }
  // The end of the stream is told by `pipeline` where there is one, and by the response itself where there is none.
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
