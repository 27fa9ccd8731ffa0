import type { Parameters } from "./parameters.ts"
import { type OAuthRefusal, refused } from "./refusal.ts"

/** What a person carries over to a program that no browser can reach: the code, and the program's own mark beside it. */
export interface CodeByHand {
  readonly code: string
  readonly state: string
}

const shape = /^[A-Za-z0-9_-]{8,256}$/

/**
 * Reads the answer that a browser brought to the page for codes. It is shown only if it says that it is ours (RFC 9207):
 * whoever pastes it cannot see where it came from.
 */
export const codeByHand = (parameters: Parameters, issuer: string): CodeByHand | OAuthRefusal => {
  if (parameters.get("error") === "access_denied") return refused("access_denied", "You declined.")
  if (parameters.get("iss") !== issuer)
    return refused("invalid_request", "This address does not come from here.")
  const error = parameters.get("error_description") ?? parameters.get("error")
  if (error !== null) return refused("invalid_request", error)
  const [code, state] = [parameters.get("code"), parameters.get("state")]
  return code !== null && state !== null && shape.test(code) && shape.test(state)
    ? { code, state }
    : refused("invalid_request", "There is no code in this address.")
}
