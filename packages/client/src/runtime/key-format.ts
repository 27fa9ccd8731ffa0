const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const shape = /^svc_(?:live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** CRC32 (IEEE), bit by bit. Thirty characters need no lookup table. */
const crc32 = (text: string): number => {
  let crc = -1
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at)
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

const checksum = (random: string): string => {
  let text = ""
  for (let rest = crc32(random); rest > 0; rest = Math.floor(rest / 62)) text = base62[rest % 62] + text
  return text.padStart(6, "0")
}

/**
 * Returns whether a text has the form and checksum of an API key. It sends no request, so forms and scanners can use
 * it.
 */
export const isWellFormedKey = (text: string): boolean => {
  const [, random, sum] = shape.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}
