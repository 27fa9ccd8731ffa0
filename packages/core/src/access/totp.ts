import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"

/*
 * Time-based one-time passwords (RFC 6238) with the parameters that every authenticator app supports: HMAC-SHA-1,
 * 6 digits, 30 seconds.
 */
const digits = 6
const stepSeconds = 30

/** Codes of the step before and after count too: clocks differ, and typing takes time. */
const tolerance = 1

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("")
}

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** A new shared secret of 160 bits in base32, as authenticator apps take it. */
export const newTotpSecret = (): string => toBase32(randomBytes(20))

/** A recovery code of 80 bits, in groups of four. */
export const newRecoveryCode = (): string => toBase32(randomBytes(10)).match(/.{4}/g)!.join("-")

/** The form in which typed codes are compared: without spaces and dashes, in capitals. */
export const normalizeCode = (typed: string): string => typed.replaceAll(/[\s-]/g, "").toUpperCase()

/** Whether a normalized code has the form of a one-time password; any other is a recovery code. */
export const isOneTimePassword = (code: string): boolean => /^\d{6}$/.test(code)

const stepAt = (instant: number): number => Math.floor(instant / 1000 / stepSeconds)

const codeOf = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0")
}

/** The one-time password of a secret at an instant, in milliseconds. */
export const totpCode = (secret: string, instant: number): string =>
  codeOf(fromBase32(secret), stepAt(instant))

/**
 * Returns the time step that a code belongs to, or null if the code is wrong. A step that was used before, or an
 * earlier one, is never accepted again: a code that somebody watched is worthless.
 */
export const matchingStep = (
  secret: string,
  code: string,
  instant: number,
  lastStep: number
): number | null => {
  const key = fromBase32(secret)
  const now = stepAt(instant)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, n) => now - tolerance + n)
  const found = steps.filter((step) => timingSafeEqual(Buffer.from(codeOf(key, step)), Buffer.from(code)))
  return found.find((step) => step > lastStep) ?? null
}

/** The address that an authenticator app reads from the QR code. */
export const otpauthUri = (secret: string, email: string): string => {
  const issuer = "Adwarden"
  const parameters = new URLSearchParams({ secret, issuer })
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${parameters}`
}
