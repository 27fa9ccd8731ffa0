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

/** Deeper than any message of ours, with an input inside it as deep as inputs may be. */
export const deepestBody = 64

const [quote, backslash] = [0x22, 0x5c]
const opens = (byte: number) => byte === 0x5b || byte === 0x7b
const closes = (byte: number) => byte === 0x5d || byte === 0x7d

/** Found without parsing: to parse a megabyte of brackets takes a hundred times as long as to count them. */
const nestsTooDeep = (bytes: Uint8Array): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (inText && byte === backslash) at++
    else if (byte === quote) inText = !inText
    else if (!inText && opens(byte) && ++depth > deepestBody) return true
    else if (!inText && closes(byte)) depth--
  }
  return false
}

/** Where a string ends that begins at a quote. */
const endOfString = (text: string, from: number): number => {
  let at = from + 1
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1
  return at
}

/**
 * The name of a member that an object of valid JSON has twice; null where there is none. `JSON.parse` keeps the last one,
 * other parsers the first: a proxy, a log or an approver could have read another value than the one that is executed.
 */
const duplicateMember = (text: string): string | null => {
  const open: Array<Set<string> | null> = []
  let isName = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      if (isName) {
        const name = JSON.parse(text.slice(at, end + 1)) as string
        const names = open.at(-1)
        if (names?.has(name)) return name
        names?.add(name)
      }
      isName = false
      at = end
    } else if (opens(code)) {
      open.push(code === 0x7b ? new Set() : null)
      isName = code === 0x7b
    } else if (closes(code)) {
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
  if (nestsTooDeep(bytes)) return "too_deep"
  try {
    const text = utf8.decode(bytes)
    return { value: JSON.parse(text), duplicate: duplicateMember(text)?.slice(0, 100) ?? null }
  } catch {
    return "malformed"
  }
}
