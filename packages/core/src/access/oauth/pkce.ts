import { createHash } from "node:crypto"

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
