import { promisify } from "node:util"
import { gzip } from "node:zlib"

const compress = promisify(gzip)

/** Smaller pages gain nothing. */
const minBytes = 1024

const acceptsGzip = (request: Request): boolean =>
  (request.headers.get("accept-encoding") ?? "")
    .split(",")
    .some((part) => /^\s*gzip\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part))

/**
 * The body of a page, compressed if the browser accepts it, and its headers. A page with a secret beside text that others
 * can choose must not be compressed.
 */
export const pageBody = async (
  request: Request,
  text: string
): Promise<{ readonly body: string | Uint8Array<ArrayBuffer>; readonly headers: Record<string, string> }> => {
  const headers = { Vary: "Accept-Encoding" }
  if (text.length < minBytes || !acceptsGzip(request)) return { body: text, headers }
  return {
    body: new Uint8Array(await compress(text)),
    headers: { ...headers, "Content-Encoding": "gzip" }
  }
}
