const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Stops reading at the limit: a body that only claims to be small costs no more than a small one. One that
 * says its length cannot be longer (the server's parser cuts it there), and is taken in one piece.
 */
const read = async (request: Request, most: number): Promise<Uint8Array | "too_large"> => {
  const declared = request.headers.get("content-length")
  if (declared !== null) {
    return Number(declared) > most ? "too_large" : new Uint8Array(await request.arrayBuffer())
  }
  if (request.body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > most) return "too_large"
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The whole body, or why not: a sender who goes away half-way asked for nothing, and is no fault of ours. */
export const readCapped = (request: Request, most: number): Promise<Uint8Array | "too_large" | "cut_off"> =>
  read(request, most).catch(() => "cut_off")

/** A parsed media type, never a search in the header: `text/plain; a=application/json` is not JSON. */
export const saysJson = (request: Request): boolean => {
  const type = request.headers.get("content-type")
  return type === "application/json" || (type !== null && /^application\/json\s*(;[^,]*)?$/i.test(type))
}

/** The JSON value that the bytes hold; undefined (which no JSON is) where they hold none, or no UTF-8. */
export const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}
