import { randomBytes } from "node:crypto"
import type { World } from "../world.ts"
import { type AuthorizationRequest, adsScope, readAuthorizationRequest } from "./authorization-request.ts"
import { blockedPage, consentPage } from "./consent-page.ts"

const codeLifetimeMillis = 10 * 60_000

const redirectTo = (
  { redirectUri, state }: AuthorizationRequest,
  values: Readonly<Record<string, string>>
): Response => {
  const target = new URL(redirectUri)
  if (state !== null) target.searchParams.set("state", state)
  for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value)
  return new Response(null, { status: 302, headers: { location: target.href, "cache-control": "no-store" } })
}

/** The people who can sign in, each with all accounts that one of their logins reaches. */
const peopleOf = ({ logins }: World): ReadonlyMap<string, readonly string[]> => {
  const people = new Map<string, readonly string[]>()
  for (const { customerIds, email } of logins.all()) {
    people.set(email, [...new Set([...(people.get(email) ?? []), ...customerIds])])
  }
  return people
}

/** Shows the consent page. */
export const showConsent = (world: World, query: URLSearchParams): Promise<Response> => {
  const request = readAuthorizationRequest(world, query)
  return "error" in request ? blockedPage(request) : consentPage(request, [...peopleOf(world).keys()], query)
}

/** Handles the form of the consent page: redirects with a code, or with `access_denied`. */
export const decideConsent = async (world: World, form: URLSearchParams): Promise<Response> => {
  const request = readAuthorizationRequest(world, form)
  if ("error" in request) return blockedPage(request)
  if (form.get("decision") !== "allow") return redirectTo(request, { error: "access_denied" })
  const email = form.get("account") ?? ""
  const customerIds = peopleOf(world).get(email)
  if (!customerIds) return blockedPage({ error: "invalid_request", description: "Choose an account." })
  const refusesAds = request.scopes.length > 1 && !form.getAll("granted").includes(adsScope)
  const scopes = refusesAds ? request.scopes.filter((scope) => scope !== adsScope) : request.scopes
  const grantedBefore = world.oauth.noteConsent(request.clientId, email)
  const code = `4/${randomBytes(18).toString("base64url")}`
  world.oauth.putCode(code, {
    clientId: request.clientId,
    redirectUri: request.redirectUri,
    email,
    customerIds,
    scopes,
    challenge: request.challenge,
    offline: request.offline && (request.promptsConsent || !grantedBefore),
    expiresAt: Date.now() + codeLifetimeMillis
  })
  return redirectTo(request, { code, scope: scopes.join(" "), authuser: "0", prompt: "consent" })
}
