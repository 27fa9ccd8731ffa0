import { hash as digest } from "node:crypto"
import { randomBase62 } from "../contract/index.ts"

/**
 * The stored form of a key or a token. A fast hash is sufficient because they are long and random. Passwords
 * need a slow one.
 */
export const hashSecret = (text: string): Buffer => digest("sha256", text, "buffer")

/** The hash as hex text. */
export const hashSecretHex = (text: string): string => digest("sha256", text, "hex")

/** Defines a kind of secret: a recognisable prefix and a random part that cannot be guessed. */
export const secretKind = (prefix: string) => {
  const length = 43
  const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${length}}$`)
  return {
    make: (): string => `${prefix}${randomBase62(length)}`,
    is: (text: string): boolean => shape.test(text)
  }
}
