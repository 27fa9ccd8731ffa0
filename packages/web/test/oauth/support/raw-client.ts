import { createHash, randomBytes } from "node:crypto"
import { oauthPaths } from "../../../../core/src/http/index.ts"

const callback = "https://app.example.com/callback"

/** Registers a client as a program would, and returns its id. */
export const registerAt = async (origin: string, metadata: object = {}): Promise<string> => {
  const response = await fetch(`${origin}${oauthPaths.register}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "A client", redirect_uris: [callback], ...metadata })
  })
  return ((await response.json()) as { client_id: string }).client_id
}

export const verifier = randomBytes(32).toString("base64url")
const challenge = createHash("sha256").update(verifier).digest("base64url")

/** The authorization URL that a client opens. */
export const requestUrl = (
  service: { readonly origin: string; readonly restUrl: string },
  clientId: string,
  sent: Readonly<Record<string, string>> = {}
): URL => {
  const url = new URL(`${service.origin}${oauthPaths.authorize}`)
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: "S256",
    resource: service.restUrl,
    state: "s",
    ...sent
  }).toString()
  return url
}

/** Sends a form to one of the endpoints, byte for byte. */
export const post = async (
  url: string,
  body: Readonly<Record<string, string>> | string,
  headers: Readonly<Record<string, string>> = {}
) => {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: typeof body === "string" ? body : new URLSearchParams(body).toString()
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (text === "" ? {} : JSON.parse(text)) as Record<string, string>
  }
}
