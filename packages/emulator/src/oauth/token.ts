import { createHash, randomBytes } from "node:crypto"
import type { GrantedCode, Login, OAuthClient } from "../state/logins.ts"
import type { World } from "../world.ts"
import { adsScope } from "./authorize.ts"

const jsonResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" }
  })

const errorResponse = (error: string, description: string): Response =>
  jsonResponse({ error, error_description: description }, error === "invalid_client" ? 401 : 400)

/** The refresh tokens of an app in testing expire after seven days. */
const testingSeconds = 7 * 86_400 - 1

/** Returns whether a login's refresh token has expired, by the emulator's clock. */
export const hasExpired = ({ clock }: World, { expiresAt }: Login): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= clock.now().getTime()

const challengeOf = (verifier: string, method: "S256" | "plain"): string =>
  method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url")

const codeProblem = (granted: GrantedCode | undefined, form: URLSearchParams): Response | null => {
  if (!granted || granted.expiresAt <= Date.now() || granted.clientId !== form.get("client_id")) {
    return errorResponse("invalid_grant", "Malformed auth code.")
  }
  if (granted.redirectUri !== form.get("redirect_uri"))
    return errorResponse("redirect_uri_mismatch", "Bad Request")
  if (granted.challenge === null) return null
  const verifier = form.get("code_verifier")
  if (verifier === null) return errorResponse("invalid_grant", "Missing code verifier.")
  return challengeOf(verifier, granted.challenge.method) === granted.challenge.value
    ? null
    : errorResponse("invalid_grant", "Invalid code verifier.")
}

/** An unsigned identity token: the emulator has no keys, and clients read it from the token endpoint itself. */
const idTokenOf = (email: string, clientId: string): string =>
  [
    { alg: "none", typ: "JWT" },
    { iss: "https://accounts.google.com", aud: clientId, email, email_verified: true }
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
    .concat(".")

const sharesEmail = (scopes: readonly string[]): boolean =>
  scopes.includes("openid") && scopes.includes("email")

/** Exchanges a code for tokens. The login is a new one, as each consent gives a new refresh token. */
const redeem = (
  world: World,
  form: URLSearchParams,
  client: OAuthClient | undefined,
  seconds: number
): Response => {
  const granted = world.oauth.takeCode(form.get("code") ?? "")
  const problem = codeProblem(granted, form)
  if (problem !== null) return problem
  const { clientId, customerIds, email, offline, scopes } = granted!
  const expiresAt = new Date(world.clock.now().getTime() + testingSeconds * 1000).toISOString()
  const login: Login = {
    refreshToken: `1//emulated-${randomBytes(24).toString("base64url")}`,
    email,
    customerIds,
    revoked: false,
    clientId,
    scopes,
    ...(client?.testing ? { expiresAt } : {})
  }
  world.logins.put(login)
  return jsonResponse({
    access_token: world.logins.issue(login, seconds),
    expires_in: seconds,
    ...(offline ? { refresh_token: login.refreshToken } : {}),
    ...(offline && client?.testing ? { refresh_token_expires_in: testingSeconds } : {}),
    scope: scopes.join(" "),
    token_type: "Bearer",
    ...(sharesEmail(scopes) ? { id_token: idTokenOf(email, clientId) } : {})
  })
}

const refresh = (world: World, form: URLSearchParams, seconds: number): Response => {
  const login = world.logins.get(form.get("refresh_token") ?? "")
  if (!login) return errorResponse("invalid_grant", "Bad Request")
  if (login.clientId !== undefined && login.clientId !== form.get("client_id")) {
    return errorResponse("unauthorized_client", "Unauthorized")
  }
  if (login.revoked || hasExpired(world, login)) {
    return errorResponse("invalid_grant", "Token has been expired or revoked.")
  }
  return jsonResponse({
    access_token: world.logins.issue(login, seconds),
    expires_in: seconds,
    scope: (login.scopes ?? [adsScope]).join(" "),
    token_type: "Bearer"
  })
}

/** Handles the token endpoint: codes and refresh tokens. */
export const tokenEndpoint = (world: World, form: URLSearchParams, seconds: number): Response => {
  const clientId = form.get("client_id")
  if (!clientId) return errorResponse("invalid_client", "The OAuth client was not found.")
  const client = world.oauth.find(clientId)
  if (client?.clientSecret !== undefined && client.clientSecret !== form.get("client_secret")) {
    return errorResponse("invalid_client", "Unauthorized")
  }
  const grant = form.get("grant_type")
  if (grant === "authorization_code") return redeem(world, form, client, seconds)
  return grant === "refresh_token"
    ? refresh(world, form, seconds)
    : errorResponse("unsupported_grant_type", `Invalid grant_type: ${grant ?? ""}`)
}
