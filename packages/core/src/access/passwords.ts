import { hash, verify } from "@node-rs/argon2"
import { Effect } from "effect"

// The package's enums exist only as types, which erasable syntax cannot read; 2 is Argon2id, OWASP's first choice.
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** How a hash begins that was made as hashes are made now. */
const currentPrefix = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`

/** Longer ones are refused before any work is done on them. */
export const maxPasswordLength = 1024

/** One text, however a keyboard puts its accents together. */
const normalize = (password: string): string => password.normalize("NFKC")

export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.promise(() => hash(normalize(password), argon2id))

/** Whether a hash was made with other parameters than are wanted today. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(currentPrefix)

/**
 * Whether the password is the one behind this hash. Without a hash (no such person, or one who never set a
 * password) the same work is done, so that the time taken tells nobody which addresses exist.
 */
export const checkPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  password.length > maxPasswordLength
    ? Effect.succeed(false)
    : Effect.promise(async () => {
        const matches = await verify(stored ?? (await decoy()), normalize(password)).catch(() => false)
        return matches && stored !== null
      })

let decoyHash: Promise<string> | undefined
const decoy = (): Promise<string> => {
  decoyHash ??= hash("nobody's password", argon2id)
  return decoyHash
}
