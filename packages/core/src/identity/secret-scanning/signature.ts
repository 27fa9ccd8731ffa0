import { createPublicKey, verify } from "node:crypto"
import { Schema } from "effect"

/**
 * The code host's signature of a report: the id of its key, and the signature of the body's bytes in base64.
 */
export interface Signature {
  readonly keyId: string
  readonly signature: string
}

/** The document that lists the code host's public keys, as GitHub serves it. */
export const PublicKeys = Schema.Struct({
  public_keys: Schema.Array(Schema.Struct({ key_identifier: Schema.String, key: Schema.String }))
})

/** Whether the code host signed these bytes: ECDSA on P-256 with SHA-256. Anything unreadable is not signed. */
export const isSignedBy = (publicKey: string, signature: string, body: Uint8Array): boolean => {
  try {
    const key = createPublicKey(publicKey)
    if (key.asymmetricKeyType !== "ec" || key.asymmetricKeyDetails?.namedCurve !== "prime256v1") return false
    return verify("sha256", body, { key, dsaEncoding: "der" }, Buffer.from(signature, "base64"))
  } catch {
    return false
  }
}
