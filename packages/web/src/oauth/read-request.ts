import { type OAuthError, oauthError, type Parameters, parametersOf } from "@adwarden/core"
import { hasJsonContentType, parseJson, queryOf, readCapped } from "@adwarden/core/http"

/** More than any client's metadata or token request needs. */
const maxBytes = 16 * 1024

const formType = /^application\/x-www-form-urlencoded\s*(;[^,]*)?$/i

const readBody = async (request: Request): Promise<Uint8Array | OAuthError> => {
  const bytes = await readCapped(request, maxBytes)
  if (bytes === "too_large") {
    return oauthError("invalid_request", `The request is longer than ${maxBytes} bytes.`, 413)
  }
  return bytes === "cut_off" ? oauthError("invalid_request", "The request arrived incomplete.") : bytes
}

/**
 * Reads the parameters of a program's request from the body only: URLs end up in logs, and public clients have no
 * secret for a header.
 */
export const readParameters = async (request: Request): Promise<Parameters | OAuthError> => {
  if (/^basic /i.test(request.headers.get("authorization") ?? "")) {
    return oauthError(
      "invalid_client",
      "All clients are public: send client_id in the body, and no secret.",
      401
    )
  }
  if (queryOf(request).size > 0) {
    return oauthError("invalid_request", "Send the parameters in the body, not in the URL.")
  }
  if (!formType.test(request.headers.get("content-type") ?? "")) {
    return oauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  }
  const bytes = await readBody(request)
  return bytes instanceof Uint8Array
    ? parametersOf(new URLSearchParams(new TextDecoder().decode(bytes)))
    : bytes
}

/** Reads the metadata of a client that registers. */
export const readMetadata = async (
  request: Request
): Promise<{ readonly metadata: unknown } | OAuthError> => {
  if (!hasJsonContentType(request))
    return oauthError("invalid_client_metadata", "Send the metadata as application/json.")
  const bytes = await readBody(request)
  if (!(bytes instanceof Uint8Array)) return bytes
  const parsed = parseJson(bytes)
  if (typeof parsed === "string") {
    return oauthError("invalid_client_metadata", "The body is not valid JSON.")
  }
  return parsed.duplicate !== null
    ? oauthError(
        "invalid_client_metadata",
        `${parsed.duplicate} is in the body more than once. Send it once.`
      )
    : { metadata: parsed.value }
}
