const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Reads a body up to the limit, so that a body of unknown length costs no more than the limit. One with a
 * declared length cannot be longer (the server's parser enforces it) and is read at once.
 */
const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array | "too_large"> => {
  const declared = request.headers.get("content-length")
  if (declared !== null) {
    return Number(declared) > maxBytes ? "too_large" : new Uint8Array(await request.arrayBuffer())
  }
  if (request.body === null) return new Uint8Array()
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > maxBytes) return "too_large"
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads the whole body, or returns why not. A sender that disconnects halfway is not a server error. */
export const readCapped = (
  request: Request,
  maxBytes: number
): Promise<Uint8Array | "too_large" | "cut_off"> => readBytes(request, maxBytes).catch(() => "cut_off")

/** Parses the media type instead of searching the header: `text/plain; a=application/json` is not JSON. */
export const hasJsonContentType = (request: Request): boolean => {
  const type = request.headers.get("content-type")
  return type === "application/json" || (type !== null && /^application\/json\s*(;[^,]*)?$/i.test(type))
}

/** Deeper than any of our messages, including an input of the maximum depth. */
export const maxJsonDepth = 64

const [quote, backslash] = [0x22, 0x5c]
const isOpeningBracket = (byte: number) => byte === 0x5b || byte === 0x7b
const isClosingBracket = (byte: number) => byte === 0x5d || byte === 0x7d

/** Checked without parsing: parsing a megabyte of brackets takes a hundred times as long as counting them. */
const exceedsMaxDepth = (bytes: Uint8Array): boolean => {
  let depth = 0
  let inString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (inString && byte === backslash) index++
    else if (byte === quote) inString = !inString
    else if (!inString && isOpeningBracket(byte) && ++depth > maxJsonDepth) return true
    else if (!inString && isClosingBracket(byte)) depth--
  }
  return false
}

/** The end of the string that begins at a quote. */
const endOfString = (text: string, from: number): number => {
  let index = from + 1
  while (index < text.length && text.charCodeAt(index) !== quote)
    index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}

/**
 * The name of a duplicate member in valid JSON; null if there is none. `JSON.parse` keeps the last one, other
 * parsers the first. A proxy, a log or an approver could otherwise read another value than the executed one.
 */
const duplicateMember = (text: string): string | null => {
  const open: Array<Set<string> | null> = []
  let isName = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) {
      const end = endOfString(text, index)
      if (isName) {
        const name = JSON.parse(text.slice(index, end + 1)) as string
        const names = open.at(-1)
        if (names?.has(name)) return name
        names?.add(name)
      }
      isName = false
      index = end
    } else if (isOpeningBracket(code)) {
      open.push(code === 0x7b ? new Set() : null)
      isName = code === 0x7b
    } else if (isClosingBracket(code)) {
      open.pop()
      isName = false
    } else if (code === 0x2c) isName = (open.at(-1) ?? null) !== null
  }
  return null
}

/** A JSON value, and the name of a duplicate member. Callers must reject a value with one. */
interface ParsedJson {
  readonly value: unknown
  readonly duplicate: string | null
}

/** Parses the bytes as JSON, or returns why they are rejected. */
export const parseJson = (bytes: Uint8Array): ParsedJson | "too_deep" | "malformed" => {
  if (exceedsMaxDepth(bytes)) return "too_deep"
  try {
    const text = utf8.decode(bytes)
    return { value: JSON.parse(text), duplicate: duplicateMember(text)?.slice(0, 100) ?? null }
  } catch {
    return "malformed"
  }
}
