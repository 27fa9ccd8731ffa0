import { randomBytes } from "node:crypto"
import { html } from "hono/html"
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
interface AuthorizationRequest {
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
interface AuthorizationError {
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
const readAuthorizationRequest = (
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

const style = `:root{color-scheme:light dark}body{max-width:30rem;margin:8vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}fieldset{border:1px solid #8888;border-radius:.5rem;margin:0 0 1rem;padding:.75rem 1rem}
label{display:block;padding:.25rem 0}button{font:inherit;padding:.5rem 1.25rem;margin-right:.5rem}small{opacity:.8}`

const page = (title: string, content: unknown) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>${style}</style></head>
<body><main>${content}<p><small>This is the Google Ads API emulator. No Google account is involved.</small></p></main></body></html>`

const respond = async (content: ReturnType<typeof html>, status: number): Promise<Response> =>
  new Response(String(await content), {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }
  })

/** Asks a person which account to use and which access to grant. */
const consentPage = (
  { clientId, loginHint, scopes }: AuthorizationRequest,
  emails: readonly string[],
  query: URLSearchParams
): Promise<Response> => {
  const chosen = loginHint !== null && emails.includes(loginHint) ? loginHint : emails[0]
  // With several scopes, a person can leave out each of them.
  const canRefuse = scopes.length > 1
  return respond(
    page(
      "Sign in with Google",
      html`<h1>${clientId} wants access to your Google Account</h1>
<form method="post">${[...query].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>Choose an account</legend>${emails.map(
        (email) =>
          html`<label><input type="radio" name="account" value="${email}"${email === chosen ? html` checked` : ""}> ${email}</label>`
      )}</fieldset>
${
  scopes.includes(adsScope)
    ? html`<fieldset><legend>Select what ${clientId} can access</legend>
<label><input type="checkbox" name="granted" value="${adsScope}" checked${canRefuse ? "" : html` disabled`}> See, edit, create, and delete your Google Ads accounts and data.</label></fieldset>`
    : ""
}<button name="decision" value="allow">Continue</button><button name="decision" value="deny">Cancel</button></form>`
    ),
    200
  )
}

/** The page for a request that cannot be answered by a redirect. */
const blockedPage = ({ description, error }: AuthorizationError): Promise<Response> =>
  respond(
    page(
      "Access blocked",
      html`<h1>Access blocked: this app's request is invalid</h1><p>Error 400: ${error}</p><p>${description}</p>`
    ),
    400
  )

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
