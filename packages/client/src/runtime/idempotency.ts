/**
 * Creates a unique idempotency key. It needs to be unique, not secret: pages without HTTPS lack `randomUUID`, and some
 * small runtimes lack `crypto`.
 */
export const newIdempotencyKey = (): string => {
  const crypto = globalThis.crypto as Partial<Crypto> | undefined
  if (typeof crypto?.randomUUID === "function") return crypto.randomUUID()
  const bytes = new Uint8Array(16)
  if (typeof crypto?.getRandomValues === "function") crypto.getRandomValues(bytes)
  else for (let at = 0; at < bytes.length; at++) bytes[at] = Math.random() * 256
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
