import { type OAuthRefusal, oauthRefusal, type Parameters, parametersOf } from "@adwarden/core"
import { parseJson, queryOf, readCapped, saysJson } from "@adwarden/core/http"

/** More than any client needs to say of itself or of a token. */
const most = 16 * 1024

const formType = /^application\/x-www-form-urlencoded\s*(;[^,]*)?$/i

const bodyOf = async (request: Request): Promise<Uint8Array | OAuthRefusal> => {
  const bytes = await readCapped(request, most)
  if (bytes === "too_large") {
    return oauthRefusal("invalid_request", `The request is longer than ${most} bytes.`, 413)
  }
  return bytes === "cut_off" ? oauthRefusal("invalid_request", "The request did not arrive whole.") : bytes
}

/**
 * The parameters of a request that a program sends. They come in the body and nowhere else: what stands in an address
 * ends up in logs, and a client has no secret to show in a header.
 */
export const readParameters = async (request: Request): Promise<Parameters | OAuthRefusal> => {
  if (/^basic /i.test(request.headers.get("authorization") ?? "")) {
    return oauthRefusal(
      "invalid_client",
      "Clients are public here: send client_id in the body, and no secret.",
      401
    )
  }
  if (queryOf(request).size > 0) {
    return oauthRefusal("invalid_request", "Send the parameters in the body, not in the address.")
  }
  if (!formType.test(request.headers.get("content-type") ?? "")) {
    return oauthRefusal("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  }
  const bytes = await bodyOf(request)
  return bytes instanceof Uint8Array
    ? parametersOf(new URLSearchParams(new TextDecoder().decode(bytes)))
    : bytes
}

/** What a client that registers says of itself. */
export const readMetadata = async (
  request: Request
): Promise<{ readonly metadata: unknown } | OAuthRefusal> => {
  if (!saysJson(request))
    return oauthRefusal("invalid_client_metadata", "Send the metadata as application/json.")
  const bytes = await bodyOf(request)
  if (!(bytes instanceof Uint8Array)) return bytes
  const parsed = parseJson(bytes)
  if (typeof parsed === "string") {
    return oauthRefusal("invalid_client_metadata", "The body is not JSON that can be read.")
  }
  return parsed.duplicate !== null
    ? oauthRefusal(
        "invalid_client_metadata",
        `${parsed.duplicate} is in the body more than once. Send it once.`
      )
    : { metadata: parsed.value }
}
