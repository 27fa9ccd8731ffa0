import { createHash } from "node:crypto"
import { randomBase62 } from "../../contract/index.ts"
import { hashSecret } from "../secrets.ts"

/*
 * Codes and refresh tokens, like access tokens, are long random texts that mean nothing to anyone but us. Their
 * beginning says what they are, so that one which ends up in a log is known for what it is and hidden.
 */
const randomLength = 43

export const newAuthorizationCode = (): string => `svc_ac_${randomBase62(randomLength)}`
export const newRefreshToken = (): string => `svc_rt_${randomBase62(randomLength)}`

/** Longer than any secret of ours: what is longer still is not worth hashing. */
const maxLength = 256

/** Under which hash a presented secret would be kept; null for what cannot be one of ours. */
export const hashPresentedSecret = (text: string): Buffer | null =>
  text.startsWith("svc_") && text.length <= maxLength ? hashSecret(text) : null

/*
 * Proof Key for Code Exchange (RFC 7636), by S256 alone: a client shows when it redeems a code that it is the one
 * that asked for it. The method `plain` would send the proof itself through the address bar.
 */

const challengeShape = /^[A-Za-z0-9_-]{43}$/
const verifierShape = /^[A-Za-z0-9\-._~]{43,128}$/

/** What a client sends ahead: a SHA-256 in base64url. */
export const isChallenge = (text: string): boolean => challengeShape.test(text)

/**
 * The challenge that a verifier answers, or null for what is none. It is compared with the one that was sent ahead
 * within the statement that redeems the code, so that a proof that fails redeems nothing.
 */
export const challengeOf = (verifier: string): string | null =>
  verifierShape.test(verifier) ? createHash("sha256").update(verifier).digest("base64url") : null
