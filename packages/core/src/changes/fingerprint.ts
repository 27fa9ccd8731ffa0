import { createHash } from "node:crypto"
import canonicalize from "canonicalize"

/** SHA-256 over values in the one form that JSON has for them (RFC 8785): the order of fields does not matter. */
export const fingerprint = (...parts: ReadonlyArray<unknown>): Buffer =>
  createHash("sha256")
    .update(canonicalize(JSON.parse(JSON.stringify(parts))) ?? "")
    .digest()
