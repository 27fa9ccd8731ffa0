import { TextDecoder } from "node:util"
import { elementsIn, parseHtml } from "./html.ts"

/*
 * Decodes a page. Servers and pages often declare a wrong encoding, so declarations are checked against the
 * bytes.
 */

const byteOrderMarks: ReadonlyArray<readonly [ReadonlyArray<number>, string]> = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"]
]

/** Where a page must declare its encoding; browsers read no further either. */
const headBytes = 4096

/** Encodings of pages that often claim to be UTF-8. Kana in the decoded text confirm them. */
const japaneseEncodings = ["shift_jis", "euc-jp"]

/** The decoder of an encoding label, as browsers define them; null if there is none. */
const decoderOf = (label: string | undefined, fatal: boolean): TextDecoder | null => {
  try {
    return label === undefined || label === "" ? null : new TextDecoder(label, { fatal })
  } catch {
    return null
  }
}

const decodeStrictly = (label: string, bytes: Uint8Array): string | null => {
  try {
    return decoderOf(label, true)?.decode(bytes) ?? null
  } catch {
    return null
  }
}

const charsetFromHeader = (contentType: string | undefined): string | undefined =>
  contentType
    ?.split(";")
    .map((part) => part.trim().toLowerCase())
    .find((part) => part.startsWith("charset="))
    ?.slice("charset=".length)
    .replaceAll(/["']/g, "")

const charsetFromPage = (bytes: Uint8Array): string | undefined => {
  const head = parseHtml(new TextDecoder("latin1").decode(bytes.subarray(0, headBytes)))
  const metas = [...elementsIn(head)].filter(({ name }) => name === "meta").map(({ attribs }) => attribs)
  const declared = metas.find(({ charset }) => charset !== undefined)?.["charset"]
  const equivalent = metas.find((attributes) => attributes["http-equiv"]?.toLowerCase() === "content-type")
  return declared ?? charsetFromHeader(equivalent?.["content"])
}

/**
 * A body can be truncated within a character, and a page can have one invalid byte. More errors indicate
 * another encoding.
 */
const isMostlyValid = (text: string): boolean => {
  const broken = text.split("\ufffd").length - 1
  if (broken === 0) return true
  const beyondAscii = text.length - text.replaceAll(/[^\0-\x7f]/g, "").length
  return broken <= 1 || broken * 50 < beyondAscii
}

/**
 * The text of a page. It tries the byte order mark, the server's declaration, the page's own one, and
 * encodings that fit the bytes.
 */
export const decodePage = (bytes: Uint8Array, contentType: string | undefined): string => {
  const marked = byteOrderMarks.find(([mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return new TextDecoder(marked[1]).decode(bytes)
  const utf8 = new TextDecoder().decode(bytes)
  const hasNonAscii = bytes.some((byte) => byte > 127)
  if (hasNonAscii && isMostlyValid(utf8)) return utf8
  for (const label of [charsetFromHeader(contentType), charsetFromPage(bytes)]) {
    const decoder = decoderOf(label, false)
    if (decoder === null || (decoder.encoding === "utf-8" && hasNonAscii)) continue
    const text = decoder.decode(bytes)
    if (isMostlyValid(text)) return text
  }
  if (!hasNonAscii) return utf8
  const guessed = japaneseEncodings.map((label) => decodeStrictly(label, bytes))
  return (
    guessed.find((text) => text !== null && /[\u3040-\u30ff]/.test(text)) ??
    decodeStrictly("windows-1252", bytes)!
  )
}
