import { createHash } from "node:crypto"
import { randomBase62 } from "../../contract/index.ts"
import { hashSecret } from "../secrets.ts"

/*
 * Codes, refresh tokens and access tokens are long random texts. Their prefix states their kind, so that one
 * in a log is recognised and hidden.
 */
const randomLength = 43

export const newAuthorizationCode = (): string => `svc_ac_${randomBase62(randomLength)}`
export const newRefreshToken = (): string => `svc_rt_${randomBase62(randomLength)}`

/** Longer than any of our secrets. Longer texts are not hashed. */
const maxLength = 256

/** The hash that a presented secret would be stored under; null for a text that cannot be one of ours. */
export const hashPresentedSecret = (text: string): Buffer | null =>
  text.startsWith("svc_") && text.length <= maxLength ? hashSecret(text) : null

/*
 * Proof Key for Code Exchange (RFC 7636), S256 only: on redemption, a client proves that it requested the
 * code. The method `plain` would send the proof itself through the address bar.
 */

const challengeShape = /^[A-Za-z0-9_-]{43}$/
const verifierShape = /^[A-Za-z0-9\-._~]{43,128}$/

/** Whether a text is a challenge: a SHA-256 in base64url. */
export const isChallenge = (text: string): boolean => challengeShape.test(text)

/**
 * The challenge of a verifier, or null for an invalid one. The statement that redeems the code compares it,
 * so a failed proof redeems nothing.
 */
export const challengeOf = (verifier: string): string | null =>
  verifierShape.test(verifier) ? createHash("sha256").update(verifier).digest("base64url") : null
