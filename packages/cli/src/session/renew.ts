import { Refusal, reasonOf } from "../refusal.ts"
import type { Surface } from "./addresses.ts"
import { discoverServer, loadOAuth, type OAuth, requestOptions } from "./authorization-server.ts"
import type { Environment } from "./private-file.ts"
import { changeProfile, loginCommand, type Session } from "./profiles.ts"

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
