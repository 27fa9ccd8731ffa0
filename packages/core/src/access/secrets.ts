import { createHash } from "node:crypto"

/**
 * The only form in which a key or a token is kept. A plain hash is enough: they are long and random, so there is
 * nothing to guess that a slow hash would protect. Passwords are another matter: see passwords.ts.
 */
export const hashSecret = (text: string): Buffer => createHash("sha256").update(text, "utf8").digest()
