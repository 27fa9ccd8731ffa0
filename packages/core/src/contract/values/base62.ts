export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Uniform: bytes past the last whole multiple of 62 are thrown away. */
export const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) {
    for (const byte of globalThis.crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < 248 && text.length < length) text += base62[byte % 62]
    }
  }
  return text
}
