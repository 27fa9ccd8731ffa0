import type { IncomingMessage } from "node:http"
import { pipeline, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import type { FetchReason } from "./failure.ts"
import type { FetchLimits } from "./limits.ts"

const unpackers: Readonly<Record<string, (() => Transform) | null>> = {
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
  { bytes, larger }: Pick<FetchLimits, "bytes" | "larger">,
  done: (outcome: Uint8Array | FetchReason) => void
): void => {
  const unpacker = unpackers[(response.headers["content-encoding"] ?? "").trim().toLowerCase()]
  if (unpacker === undefined) {
    done("garbled")
    return
  }
  const pieces: Array<Uint8Array> = []
  let left = bytes
  const end = (outcome: Uint8Array | FetchReason) => {
    source.removeAllListeners("data")
    // What the other side still sends is nobody's business any more, and neither is how that ends.
    source.on("error", () => {})
    response.destroy()
    done(outcome)
  }
  // The end of the stream is told by `pipeline` where there is one, and by the response itself where there is none.
  const source = unpacker === null ? response : pipeline(response, unpacker(), () => {})
  source.on("data", (piece: Uint8Array) => {
    if (piece.length > left) {
      pieces.push(piece.subarray(0, left))
      end(larger === "cut" ? Buffer.concat(pieces) : "too_large")
      return
    }
    left -= piece.length
    pieces.push(piece)
  })
  source.once("end", () => end(Buffer.concat(pieces)))
  source.once("error", () => end(response.errored === null ? "garbled" : "unreachable"))
}
