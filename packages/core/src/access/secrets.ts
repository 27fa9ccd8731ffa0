import { hash as digest } from "node:crypto"
import { randomBase62 } from "../contract/index.ts"

/**
 * The only form in which a key or a token is kept. A plain hash is enough: they are long and random, so there is
 * nothing to guess that a slow hash would protect. Passwords are another matter.
 */
export const hashSecret = (text: string): Buffer => digest("sha256", text, "buffer")

/** The same as text. */
export const hashSecretHex = (text: string): string => digest("sha256", text, "hex")

/** A kind of secret that we give out: a word by which it is known for what it is, and more than anyone can guess. */
export const secretKind = (prefix: string) => {
  const length = 43
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${length}}$`)
  return {
    make: (): string => `${prefix}${randomBase62(length)}`,
    is: (text: string): boolean => shape.test(text)
  }
}
