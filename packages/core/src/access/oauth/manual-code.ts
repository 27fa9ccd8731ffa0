import { type OAuthError, oauthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** A code that a person copies to a program that the browser cannot reach, with the program's state. */
export interface ManualCode {
  readonly code: string
  readonly state: string
}

const shape = /^[A-Za-z0-9_-]{8,256}$/

/**
 * The message for each error of an authorization response. The description in the URL is never shown: anyone
 * can write one, and it would look like our own text.
 */
const errorMessages: Partial<Record<string, string>> = {
  access_denied: "You declined.",
  invalid_client: "The program that asked for access is not known here.",
  invalid_request: "The program sent a request that is not accepted here.",
  invalid_scope: "The program asked for a permission that does not exist.",
  invalid_target: "The program asked for access to another service.",
  server_error: "The service could not finish the request.",
  temporarily_unavailable: "The service is not available at the moment.",
  unauthorized_client: "The program is not allowed to ask for access.",
  unsupported_response_type: "The program asked for a kind of answer that is not offered here."
}

const unknownErrorMessage = "The program could not be connected."

const errorMessageOf = (error: string): string =>
  Object.hasOwn(errorMessages, error) ? (errorMessages[error] ?? unknownErrorMessage) : unknownErrorMessage

/**
 * Reads the authorization response from the URL of the code page. The code is shown only if the response
 * names us as issuer (RFC 9207): the person who pastes it cannot see its origin.
 */
export const readManualCode = (parameters: Parameters, issuer: string): ManualCode | OAuthError => {
  const error = parameters.get("error")
  if (error === "access_denied") return oauthError(error, errorMessageOf(error))
  if (parameters.get("iss") !== issuer)
    return oauthError("invalid_request", "This link was not issued by this service.")
  if (error !== null) return oauthError("invalid_request", errorMessageOf(error))
  const [code, state] = [parameters.get("code"), parameters.get("state")]
  return code !== null && state !== null && shape.test(code) && shape.test(state)
    ? { code, state }
    : oauthError("invalid_request", "This link contains no code.")
}
