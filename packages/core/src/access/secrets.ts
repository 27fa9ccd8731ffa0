import { hash as digest } from "node:crypto"
import { hash, verify } from "@node-rs/argon2"
import { Effect } from "effect"

/**
 * The only form in which a key or a token is kept. A plain hash is enough: they are long and random, so there is
 * nothing to guess that a slow hash would protect. Passwords are another matter.
 */
export const hashSecret = (text: string): Buffer => digest("sha256", text, "buffer")

/** The same as text. */
export const hashSecretHex = (text: string): string => digest("sha256", text, "hex")

// The package's enums exist only as types, which erasable syntax cannot read; 2 is Argon2id, OWASP's first choice.
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Longer ones are refused before any work is done on them. */
const longestPassword = 1024

export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.promise(() => hash(password, argon2id))

/**
 * Whether the password is the one behind this hash. Without a hash (no such person, or one who never set a
 * password) the same work is done, so that the time taken tells nobody which addresses exist.
 */
export const checkPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  password.length > longestPassword
    ? Effect.succeed(false)
    : Effect.promise(async () => {
        const matches = await verify(stored ?? (await decoy()), password).catch(() => false)
        return matches && stored !== null
      })

let made: Promise<string> | undefined
const decoy = (): Promise<string> => {
  made ??= hash("nobody's password", argon2id)
  return made
}
