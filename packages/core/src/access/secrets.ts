import { hash as digest } from "node:crypto"

/**
 * The only form in which a key or a token is kept. A plain hash is enough: they are long and random, so there is
 * nothing to guess that a slow hash would protect. Passwords are another matter.
 */
export const hashSecret = (text: string): Buffer => digest("sha256", text, "buffer")

/** The same as text. */
export const hashSecretHex = (text: string): string => digest("sha256", text, "hex")
