export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** Drawn in bulk: the generator costs nearly the same for a few bytes as for thousands. */
const pool = new Uint8Array(4096)
let next = pool.length

const randomByte = (): number => {
  if (next === pool.length) {
    globalThis.crypto.getRandomValues(pool)
    next = 0
  }
  const byte = pool[next]!
  // Used bytes do not stay in memory.
  pool[next++] = 0
  return byte
}

/** Uniform: bytes past the last whole multiple of 62 are discarded. */
export const randomBase62 = (length: number): string => {
  let text = ""
  while (text.length < length) {
    const byte = randomByte()
    if (byte < 248) text += base62[byte % 62]
  }
  return text
}
