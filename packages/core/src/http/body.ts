const utf8 = new TextDecoder("utf-8", { fatal: true })

/**
 * Stops reading at the limit: a body that only claims to be small costs no more than a small one. One that
 * says its length cannot be longer (the server's parser cuts it there), and is taken in one piece.
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

/** The whole body, or why not: a sender who goes away half-way asked for nothing, and is no fault of ours. */
export const readCapped = (
  request: Request,
  maxBytes: number
): Promise<Uint8Array | "too_large" | "cut_off"> => readBytes(request, maxBytes).catch(() => "cut_off")

/** A parsed media type, never a search in the header: `text/plain; a=application/json` is not JSON. */
export const hasJsonContentType = (request: Request): boolean => {
  const type = request.headers.get("content-type")
  return type === "application/json" || (type !== null && /^application\/json\s*(;[^,]*)?$/i.test(type))
}

/** Deeper than any message of ours, with an input inside it as deep as inputs may be. */
export const maxJsonDepth = 64

const [quote, backslash] = [0x22, 0x5c]
const isOpeningBracket = (byte: number) => byte === 0x5b || byte === 0x7b
const isClosingBracket = (byte: number) => byte === 0x5d || byte === 0x7d

/** Found without parsing: to parse a megabyte of brackets takes a hundred times as long as to count them. */
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

/** Where a string ends that begins at a quote. */
const endOfString = (text: string, from: number): number => {
  let index = from + 1
  while (index < text.length && text.charCodeAt(index) !== quote)
    index += text.charCodeAt(index) === backslash ? 2 : 1
  return index
}

/**
 * The name of a member that an object of valid JSON has twice; null where there is none. `JSON.parse` keeps the last one,
 * other parsers the first: a proxy, a log or an approver could have read another value than the one that is executed.
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

/** A JSON value, and the name of a member that it has twice. Whoever acts on the value rejects it then. */
export interface ParsedJson {
  readonly value: unknown
  readonly duplicate: string | null
}

/** The JSON value that the bytes hold, or why they hold none that we would read. */
export const parseJson = (bytes: Uint8Array): ParsedJson | "too_deep" | "malformed" => {
  if (exceedsMaxDepth(bytes)) return "too_deep"
  try {
    const text = utf8.decode(bytes)
    return { value: JSON.parse(text), duplicate: duplicateMember(text)?.slice(0, 100) ?? null }
  } catch {
    return "malformed"
  }
}
