import { base62, randomBase62 } from "./values/ids.ts"

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

/** The kinds of our secrets: keys, access tokens, and those of sign-in, email and shared links, connected apps and earlier webhooks. */
const kinds = "live|test|at|rt|ac|ds|ml|sh|wh"

/**
 * Longer than the visible part of a secret: a key with only a few missing characters is as good as complete.
 * A match ends where another secret begins. Those of webhooks have the form that Standard Webhooks gives them.
 */
const secrets = new RegExp(`svc_(?:${kinds})_(?:(?!svc_)[0-9A-Za-z]){9,}|whsec_[0-9A-Za-z+/]{9,}=*`, "gi")

const maskSecret = (secret: string): string => {
  const start = secret.indexOf("_", 4) + 1
  return `${secret.slice(0, start + 4)}…${secret.slice(-4)}`
}

const maskSecrets = (text: string): string => text.replace(secrets, maskSecret)

const decoded = (text: string): string =>
  text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })

/**
 * Returns a text that can be stored: keys and tokens are reduced to their ends, as in lists. A key sent in
 * the wrong field must not be stored there. A percent-encoded secret counts too; the whole text is then
 * stored decoded.
 */
export const redactSecrets = (text: string): string => {
  let plain = maskSecrets(text)
  if (!plain.includes("%")) return plain
  for (let rounds = 0; rounds < 3; rounds++) {
    plain = decoded(plain)
    const hidden = maskSecrets(plain)
    if (hidden !== plain) return hidden.replaceAll(/\p{Cc}/gu, "?").toWellFormed()
  }
  return maskSecrets(text)
}
