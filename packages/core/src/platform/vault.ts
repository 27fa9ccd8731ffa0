import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Context, Data, Effect, Layer, Redacted } from "effect"

export class VaultError extends Data.TaggedError("VaultError")<{ readonly message: string }> {}

export interface VaultShape {
  /** False if there is no key of this service's own: nothing may be sealed then. */
  readonly isConfigured: boolean
  /** Encrypts a secret. It decrypts only with the same context, so it is useless in another tenant's row. */
  readonly seal: (secret: Redacted.Redacted, context: string) => Uint8Array
  readonly open: (sealed: Uint8Array, context: string) => Effect.Effect<Redacted.Redacted, VaultError>
  /** The first bytes of everything that the current key seals. */
  readonly currentPrefix: Uint8Array
}

/** Format byte, the first bytes of the key's hash, nonce, ciphertext, tag. */
const format = 1
const [idLength, nonceLength, tagLength, keyLength] = [4, 12, 16, 32]

const idOf = (key: Buffer): Buffer => createHash("sha256").update(key).digest().subarray(0, idLength)

const make = (keys: ReadonlyArray<Buffer>, isConfigured = true): VaultShape => {
  const current = keys[0]!
  const currentPrefix = Buffer.concat([Buffer.of(format), idOf(current)])
  return {
    isConfigured,
    currentPrefix,
    seal: (secret, context) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", current, nonce).setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(Redacted.value(secret), "utf8"), cipher.final()])
      return Buffer.concat([currentPrefix, nonce, text, cipher.getAuthTag()])
    },
    open: (sealed, context) =>
      Effect.try({
        try: () => {
          const bytes = Buffer.from(sealed)
          const id = bytes.subarray(1, 1 + idLength)
          const key = keys.find((known) => idOf(known).equals(id))
          if (bytes[0] !== format || key === undefined) throw new Error("no such key")
          const nonce = bytes.subarray(1 + idLength, 1 + idLength + nonceLength)
          const decipher = createDecipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context))
          decipher.setAuthTag(bytes.subarray(-tagLength))
          const text = bytes.subarray(1 + idLength + nonceLength, -tagLength)
          return Redacted.make(Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8"))
        },
        // Details of the failure would only help an attacker.
        catch: () =>
          new VaultError({ message: "A stored secret does not open with the keys in SECRETS_KEY." })
      })
  }
}

const keyOf = (text: string): Buffer | undefined => {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64")
  return key.length === keyLength ? key : undefined
}

/** Encrypts secrets at rest: AES-256-GCM with a key that is never in the database. */
export class Vault extends Context.Tag("@adwarden/Vault")<Vault, VaultShape>() {
  /**
   * Keys of 32 bytes in base64 or hex, separated by commas. The first one encrypts and all decrypt, so a key
   * is rotated by putting the new one in front and running `secrets rotate`.
   */
  static readonly layer = (keys: Redacted.Redacted): Layer.Layer<Vault, VaultError> =>
    Layer.effect(
      Vault,
      Effect.suspend(() => {
        const read = Redacted.value(keys)
          .split(",")
          .map((key) => keyOf(key.trim()))
        return read.every((key) => key !== undefined)
          ? Effect.succeed(make(read))
          : new VaultError({
              message: "SECRETS_KEY must be 32 bytes in base64 or hex: openssl rand -base64 32 makes one."
            })
      })
    )

  /** For a service without a key, which seals nothing. */
  static readonly unconfigured: Layer.Layer<Vault> = Layer.sync(Vault, () =>
    make([Buffer.alloc(keyLength)], false)
  )

  /** For development: a key in a file that only its owner can read, created if it is missing. */
  static readonly file = (path: string): Layer.Layer<Vault, VaultError> =>
    Layer.unwrapEffect(
      Effect.try({
        try: () => Vault.layer(Redacted.make(fileKey(path))),
        catch: (error) => new VaultError({ message: `The key file ${path} cannot be used: ${String(error)}` })
      })
    )
}

const fileKey = (path: string): string => {
  mkdirSync(dirname(path), { recursive: true })
  try {
    // Of two processes that start together, one creates the file and both read it.
    writeFileSync(path, `${randomBytes(keyLength).toString("base64")}\n`, { flag: "wx", mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  return readFileSync(path, "utf8").trim()
}
