import type { AuthorizationServer, allowInsecureRequests } from "oauth4webapi"
import { Refusal, reasonOf, usageRefusal } from "../refusal.ts"
import { isProtected, type Surface } from "./addresses.ts"
import type { Environment } from "./private-file.ts"
import { changeProfile, loginCommand, type Session } from "./profiles.ts"

/** Loaded only for a sign-in or a token renewal, so that other commands start faster. */
export const loadOAuth = () => import("oauth4webapi")
export type OAuth = Awaited<ReturnType<typeof loadOAuth>>

const timeoutMillis = 10_000

interface RequestOptions {
  readonly [allowInsecureRequests]: boolean
  readonly signal: () => AbortSignal
}

/** Request options: unencrypted only on this machine, and always with a timeout. */
export const requestOptions = (oauth: OAuth, to: string): RequestOptions => {
  const url = new URL(to)
  if (!isProtected(url)) {
    throw usageRefusal(`Signing in at ${url.origin} would send secrets unencrypted. Use its https address.`)
  }
  return {
    [oauth.allowInsecureRequests]: url.protocol === "http:",
    signal: () => AbortSignal.timeout(timeoutMillis)
  }
}

/** A service that is reached by another name issues tokens only for its own URL. */
const checkResource = async (metadata: Response, resource: string): Promise<void> => {
  const { resource: namedResource } = (await metadata.json().catch(() => ({}))) as {
    readonly resource?: unknown
  }
  if (typeof namedResource !== "string" || namedResource === resource) return
  const address = namedResource.replace(/\/(v1|mcp)$/, "")
  throw usageRefusal(
    `The URL of this service is ${address}. Sign in with that URL.`,
    `adwarden login --url ${address}`
  )
}

/** Finds the authorization server of a resource (RFC 9728) and its metadata (RFC 8414). */
export const authorizationServerOf = async (oauth: OAuth, resource: string): Promise<AuthorizationServer> => {
  const url = new URL(resource)
  try {
    const metadata = await oauth.resourceDiscoveryRequest(url, requestOptions(oauth, resource))
    await checkResource(metadata.clone(), resource)
    const { authorization_servers: servers } = await oauth.processResourceDiscoveryResponse(url, metadata)
    const [issuer] = servers ?? []
    if (issuer === undefined) throw new Error("the resource names no authorization server")
    return await discoverServer(oauth, issuer)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `Cannot sign in at ${url.origin} (${reasonOf(error)}). Check that Adwarden runs there and that the URL is correct (--url or ADWARDEN_URL).`,
      { exitReason: "outOfReach" }
    )
  }
}

export const discoverServer = async (oauth: OAuth, issuer: string): Promise<AuthorizationServer> => {
  const url = new URL(issuer)
  const options = { algorithm: "oauth2", ...requestOptions(oauth, issuer) } as const
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options))
}

/** Renews early enough that a token does not expire in transit. */
const renewAheadMillis = 60_000

export const isFresh = ({ expires_at }: Session): boolean =>
  Date.parse(expires_at) - Date.now() > renewAheadMillis

/** The response of both grants in its stored form. */
export const sessionTokens = (tokenResponse: {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly scope?: string
}): Pick<Session, "access_token" | "expires_at" | "refresh_token" | "scopes"> => {
  if (tokenResponse.refresh_token === undefined)
    throw new Refusal("The service returned no refresh token.", { exitReason: "failed" })
  return {
    access_token: tokenResponse.access_token,
    refresh_token: tokenResponse.refresh_token,
    expires_at: new Date(Date.now() + (tokenResponse.expires_in ?? 0) * 1000).toISOString(),
    scopes: tokenResponse.scope?.split(" ") ?? []
  }
}

const requestTokens = async (oauth: OAuth, session: Session) => {
  const server = await discoverServer(oauth, session.issuer)
  const client = { client_id: session.client_id }
  const options = {
    ...requestOptions(oauth, session.issuer),
    additionalParameters: { resource: session.resource }
  }
  const tokenResponse = await oauth.refreshTokenGrantRequest(
    server,
    client,
    oauth.None(),
    session.refresh_token,
    options
  )
  return sessionTokens(await oauth.processRefreshTokenResponse(server, client, tokenResponse))
}

/** The status of the response behind an error: from the token endpoint, or from the metadata before. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && error.cause instanceof Response
    ? error.cause.status
    : (error as { readonly status?: number }).status

/** The errors that end a login (RFC 6749 and RFC 8707). Any other response, including 429, does not. */
const ending: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_target"
])

/**
 * Returns new tokens, or null if the login has ended. A lost response is requested again, because the old token stays
 * valid for a minute.
 */
const refreshSession = async (session: Session): Promise<Session | null> => {
  const oauth = await loadOAuth()
  const once = () => requestTokens(oauth, session)
  // A 401 with a challenge means that the service does not know this client.
  const isUnknownClient = (error: unknown) => error instanceof oauth.WWWAuthenticateChallengeError
  const isAnswer = (error: unknown) =>
    error instanceof Refusal || error instanceof oauth.ResponseBodyError || isUnknownClient(error)
  try {
    const tokens = await once().catch((error) => (isAnswer(error) ? Promise.reject(error) : once()))
    return { ...session, ...tokens }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (isUnknownClient(error)) return null
    if (error instanceof oauth.ResponseBodyError && ending.has(error.error)) return null
    if (statusOf(error) === 429) {
      throw new Refusal(
        `The login could not be renewed: ${session.issuer} received too many requests from this address. Wait a minute, then try again.`,
        { exitReason: "tooMuch" }
      )
    }
    throw new Refusal(
      `The login could not be renewed at ${session.issuer} (${reasonOf(error)}). Check that it is reachable, then try again.`,
      { exitReason: "outOfReach" }
    )
  }
}

/**
 * Returns a valid token. If several processes need a new one, one fetches it and the others read it: a refresh token
 * can be used once, and a later reuse ends the login.
 */
export const renewSession = async (
  env: Environment,
  profile: string,
  surface: Surface,
  rejectedToken: string | undefined
): Promise<Session> => {
  const after = await changeProfile(env, profile, async (before) => {
    const session = before?.sessions[surface]
    if (before === null || session === undefined) return before
    if (session.access_token !== rejectedToken && isFresh(session)) return before
    const { [surface]: _, ...others } = before.sessions
    const next = await refreshSession(session)
    return { ...before, sessions: next === null ? others : { ...others, [surface]: next } }
  })
  const session = after?.sessions[surface]
  if (session !== undefined) return session
  throw new Refusal("The login has ended. Sign in again.", {
    exitReason: "notAllowed",
    next: loginCommand(profile, surface)
  })
}
