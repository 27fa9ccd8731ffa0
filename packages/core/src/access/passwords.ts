import { Effect } from "effect"

// The package's enums exist only as types, which erasable syntax cannot read. 2 is Argon2id, OWASP's first
// choice.
const argon2id = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The prefix of a hash with the current parameters. */
const currentPrefix = `$argon2id$v=19$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`

/** Native code, loaded with the first password. */
const loadLibrary = () => import("@node-rs/argon2")

const hashText = async (text: string): Promise<string> => (await loadLibrary()).hash(text, argon2id)

/** Longer passwords are rejected before any work is done on them. */
export const maxPasswordLength = 1024

/** Normalises accents, which keyboards compose differently. */
const normalize = (password: string): string => password.normalize("NFKC")

export const hashPassword = (password: string): Effect.Effect<string> =>
  Effect.promise(() => hashText(normalize(password)))

/** Whether a hash was created with outdated parameters. */
export const needsRehash = (stored: string): boolean => !stored.startsWith(currentPrefix)

/**
 * Checks a password against a hash. Without a hash (an unknown person, or one without a password) it does the
 * same work, so that timing does not reveal which addresses exist.
 */
export const checkPassword = (password: string, stored: string | null): Effect.Effect<boolean> =>
  password.length > maxPasswordLength
    ? Effect.succeed(false)
    : Effect.promise(async () => {
        const { verify } = await loadLibrary()
        const matches = await verify(stored ?? (await decoy()), normalize(password)).catch(() => false)
        return matches && stored !== null
      })

let decoyHash: Promise<string> | undefined
const decoy = (): Promise<string> => {
  decoyHash ??= hashText("nobody's password")
  return decoyHash
}
