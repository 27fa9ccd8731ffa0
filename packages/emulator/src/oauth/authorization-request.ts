import type { World } from "../world.ts"

export const adsScope = "https://www.googleapis.com/auth/adwords"
const knownScopes: ReadonlySet<string> = new Set([
  adsScope,
  "openid",
  "email",
  "profile",
  "https://www.googleapis.com/auth/userinfo.email"
])

/** A valid request for a person's consent. */
export interface AuthorizationRequest {
  readonly clientId: string
  readonly redirectUri: string
  readonly state: string | null
  readonly scopes: readonly string[]
  readonly challenge: { readonly value: string; readonly method: "S256" | "plain" } | null
  readonly offline: boolean
  readonly promptsConsent: boolean
  readonly loginHint: string | null
}

/** A request that Google answers with an error page, because it cannot be redirected. */
export interface AuthorizationError {
  readonly error: string
  readonly description: string
}

const reject = (error: string, description: string): AuthorizationError => ({ error, description })

const challengeOf = (query: URLSearchParams): AuthorizationRequest["challenge"] | AuthorizationError => {
  const value = query.get("code_challenge")
  const method = query.get("code_challenge_method") ?? "plain"
  if (value === null) return null
  return method === "S256" || method === "plain"
    ? { value, method }
    : reject("invalid_request", `Invalid code_challenge_method: ${method}`)
}

/** Reads the parameters of the consent page as Google does. */
export const readAuthorizationRequest = (
  { oauth }: World,
  query: URLSearchParams
): AuthorizationRequest | AuthorizationError => {
  const clientId = query.get("client_id") ?? ""
  const redirectUri = query.get("redirect_uri") ?? ""
  const scopes = (query.get("scope") ?? "").split(" ").filter((scope) => scope !== "")
  if (clientId === "") return reject("invalid_request", "Missing required parameter: client_id")
  if (redirectUri === "") return reject("invalid_request", "Missing required parameter: redirect_uri")
  if (!oauth.allowsRedirect(clientId, redirectUri)) {
    return reject(
      "redirect_uri_mismatch",
      `If you're a developer of this app, register the redirect URI in the Google Cloud console: ${redirectUri}`
    )
  }
  if (query.get("response_type") !== "code") {
    return reject("unsupported_response_type", "Invalid response_type: it must be code.")
  }
  if (scopes.length === 0) return reject("invalid_request", "Missing required parameter: scope")
  const unknown = scopes.filter((scope) => !knownScopes.has(scope))
  if (unknown.length > 0) {
    return reject("invalid_scope", `Some requested scopes were invalid. {invalid=[${unknown.join(", ")}]}`)
  }
  const challenge = challengeOf(query)
  if (challenge !== null && "error" in challenge) return challenge
  return {
    clientId,
    redirectUri,
    state: query.get("state"),
    scopes,
    challenge,
    offline: query.get("access_type") === "offline",
    promptsConsent: (query.get("prompt") ?? "").split(" ").includes("consent"),
    loginHint: query.get("login_hint")
  }
}
