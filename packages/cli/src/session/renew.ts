import { Refusal, reasonOf } from "../refusal.ts"
import type { Surface } from "./addresses.ts"
import { discoverServer, loadOAuth, type OAuth, requestOptions } from "./authorization-server.ts"
import type { Environment } from "./private-file.ts"
import { changeProfile, loginCommand, type Session } from "./profiles.ts"

/** Early enough that a token does not run out on its way. */
const renewAheadMillis = 60_000

export const isFresh = ({ expires_at }: Session): boolean =>
  Date.parse(expires_at) - Date.now() > renewAheadMillis

/** What both grants answer, as it is kept. */
export const sessionTokens = (tokenResponse: {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in?: number
  readonly scope?: string
}): Pick<Session, "access_token" | "expires_at" | "refresh_token" | "scopes"> => {
  if (tokenResponse.refresh_token === undefined)
    throw new Refusal("The service gave no refresh token.", { exitReason: "failed" })
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

/** The status of the answer that an error is about: the token endpoint's, or that of the metadata before it. */
const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && error.cause instanceof Response
    ? error.cause.status
    : (error as { readonly status?: number }).status

/** The errors that end a login (RFC 6749 and RFC 8707). Any other answer, 429 included, leaves it as it is. */
const ending: ReadonlySet<string> = new Set([
  "invalid_grant",
  "invalid_client",
  "unauthorized_client",
  "invalid_target"
])

/** New tokens, or null where the login has ended. A lost answer is asked for again: the old token is good for a minute. */
const refreshSession = async (session: Session): Promise<Session | null> => {
  const oauth = await loadOAuth()
  const once = () => requestTokens(oauth, session)
  // A 401 with a challenge says that the service does not know this client (any more).
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
        `The login could not be renewed: ${session.issuer} gets too many requests from this address. Wait a minute, then try again.`,
        { exitReason: "tooMuch" }
      )
    }
    throw new Refusal(
      `The login could not be renewed at ${session.issuer} (${reasonOf(error)}). Check that it can be reached, then try again.`,
      { exitReason: "outOfReach" }
    )
  }
}

/**
 * A token that is good for a while. Of several processes that need a new one at the same time one fetches it and the
 * others find it: a refresh token is for one use, and one that is used again later ends the login.
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
  throw new Refusal("The login has ended: sign in again.", {
    exitReason: "notAllowed",
    next: loginCommand(profile, surface)
  })
}
