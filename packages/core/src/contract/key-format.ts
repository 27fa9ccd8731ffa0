import { base62, randomBase62 } from "./values/base62.ts"

/**
 * The format of an API key: `svc_live_`, 30 random characters, 6 characters of checksum. With the checksum, a
 * scanner, a form or our own pipeline can recognise a key without a request.
 */
const shape = /^svc_(live|test)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

export const livePrefix = "svc_live_"

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

const crc32 = (text: string): number => {
  let crc = 0xffffffff
  for (let i = 0; i < text.length; i++) crc = crcTable[(crc ^ text.charCodeAt(i)) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

/** CRC32 (IEEE) in base62, left-padded with 0 to six characters. */
export const keyChecksum = (random: string): string => {
  let remainder = crc32(random)
  let text = ""
  for (; remainder > 0; remainder = Math.floor(remainder / 62)) text = base62[remainder % 62] + text
  return text.padStart(6, "0")
}

export const newKey = (): string => {
  const random = randomBase62(30)
  return `${livePrefix}${random}${keyChecksum(random)}`
}

export const isWellFormedKey = (text: string): boolean => {
  const parts = shape.exec(text)
  return parts !== null && keyChecksum(parts[2]!) === parts[3]
}

/** The part of a key that can be shown after its creation. */
export const keyPrefix = (key: string): string => key.slice(0, livePrefix.length + 4)
export const keyLastFour = (key: string): string => key.slice(-4)

/** An access token is longer than a key and needs no checksum: people do not copy one manually. */
export const accessTokenPrefix = "svc_at_"
const accessTokenLength = 43
const accessToken = new RegExp(`^${accessTokenPrefix}[0-9A-Za-z]{${accessTokenLength}}$`)

export const newAccessToken = (): string => `${accessTokenPrefix}${randomBase62(accessTokenLength)}`

export const isWellFormedAccessToken = (text: string): boolean => accessToken.test(text)
