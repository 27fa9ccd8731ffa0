import { type AdwardenOptions, environmentVariable, type TokenProvider } from "./options.ts"

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

export interface Credentials {
  readonly current: () => string | Promise<string>
  /** Null for an API key, which cannot be renewed. */
  readonly renew: ((refused: string) => Promise<string>) | null
}

/** A refresh token can be used once, so calls that are rejected at the same time share one renewal. */
const shareRenewal = (provider: TokenProvider) => {
  const inProgress = new Map<string, Promise<string>>()
  return (refused: string): Promise<string> => {
    const known = inProgress.get(refused)
    if (known !== undefined) return known
    const renewal = Promise.resolve(provider({ refused })).finally(() => inProgress.delete(refused))
    inProgress.set(refused, renewal)
    return renewal
  }
}

/** Validates the token before it becomes a header. Otherwise the runtime's own error would contain the secret. */
export const bearer = (token: string): string => {
  const text = String(token).trim()
  if (/^[!-~]+$/.test(text)) return `Bearer ${text}`
  throw new TypeError(
    "The credential is empty or contains characters that a header cannot carry. Copy it again."
  )
}

export const credentialsOf = ({ apiKey, token }: AdwardenOptions): Credentials => {
  if (typeof token === "function") return { current: () => token({}), renew: shareRenewal(token) }
  const text = apiKey ?? token ?? environmentVariable("ADWARDEN_API_KEY")
  if (!text)
    throw new TypeError(
      "Adwarden needs a credential. Set the environment variable ADWARDEN_API_KEY, or pass new Adwarden({ apiKey }) or new Adwarden({ token })."
    )
  return { current: () => text, renew: null }
}
