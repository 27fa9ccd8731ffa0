import { randomBytes } from "node:crypto"
import type { World } from "../world.ts"

const jsonResponse = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" }
  })

const errorResponse = (error: string, description: string): Response =>
  jsonResponse({ error, error_description: description }, error === "invalid_client" ? 401 : 400)

const codes = new WeakMap<World, Map<string, string>>()
const codesOf = (world: World): Map<string, string> => {
  const known = codes.get(world) ?? new Map<string, string>()
  codes.set(world, known)
  return known
}

/**
 * Handles the consent page, which always grants access. `login_hint` selects the person; the default is the
 * first one.
 */
export const authorizePage = (world: World, url: URL): Response => {
  const hint = url.searchParams.get("login_hint")
  const login = world.logins.all().find(({ email }) => hint === null || email === hint)
  const redirect = URL.parse(url.searchParams.get("redirect_uri") ?? "")
  if (!login || !redirect)
    return errorResponse("invalid_request", "Unknown login_hint or missing redirect_uri.")
  const code = `4/${randomBytes(18).toString("base64url")}`
  codesOf(world).set(code, login.refreshToken)
  redirect.searchParams.set("code", code)
  const state = url.searchParams.get("state")
  if (state !== null) redirect.searchParams.set("state", state)
  return new Response(null, { status: 302, headers: { location: redirect.href } })
}

export const tokenEndpoint = (world: World, form: URLSearchParams, seconds: number): Response => {
  if (!form.get("client_id")) return errorResponse("invalid_client", "The OAuth client was not found.")
  const grant = form.get("grant_type")
  if (grant !== "refresh_token" && grant !== "authorization_code") {
    return errorResponse("unsupported_grant_type", `Invalid grant_type: ${grant ?? ""}`)
  }
  const code = form.get("code") ?? ""
  const refreshToken =
    grant === "refresh_token" ? (form.get("refresh_token") ?? "") : (codesOf(world).get(code) ?? "")
  codesOf(world).delete(code)
  const login = world.logins.get(refreshToken)
  if (!login) return errorResponse("invalid_grant", "Bad Request")
  if (login.revoked) return errorResponse("invalid_grant", "Token has been expired or revoked.")
  return jsonResponse({
    access_token: world.logins.issue(login, seconds),
    expires_in: seconds,
    scope: "https://www.googleapis.com/auth/adwords",
    token_type: "Bearer",
    ...(grant === "authorization_code" ? { refresh_token: login.refreshToken } : {})
  })
}
