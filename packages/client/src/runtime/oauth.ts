import { AdwardenError, ConnectionError, infoOf, type ResponseInfo, UnreadableAnswerError } from "./errors.ts"
import type { TokenProvider } from "./options.ts"

/** The tokens that a sign-in or a refresh returns. */
export interface OAuthTokens {
  readonly accessToken: string
  /** Valid for one use. Each refresh returns a new one. */
  readonly refreshToken: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** The OAuth client and its tokens, for `refreshingToken`. */
export interface OAuthOptions {
  /** `token_endpoint` from the authorization server's metadata. */
  readonly tokenEndpoint: string
  readonly clientId: string
  /** The resource that the tokens are for: the URL of the REST API. */
  readonly resource: string
  readonly tokens: OAuthTokens
  /** Stores new tokens. The client awaits it before using them, because a lost refresh token requires a new sign-in. */
  readonly onTokens?: ((tokens: OAuthTokens) => void | Promise<void>) | undefined
  readonly fetch?: typeof fetch | undefined
}

/** The OAuth connection was revoked or expired after long disuse. A person has to connect again. */
export class SignInNeededError extends AdwardenError {
  readonly code = "sign_in_needed"
  declare readonly response: ResponseInfo
}

/** Renews early enough that a token does not expire in transit. */
const renewAheadMillis = 60_000

interface TokenResponse {
  readonly access_token: string
  readonly refresh_token?: string
  readonly expires_in: number
}

const exchange = async (options: OAuthOptions, refreshToken: string): Promise<OAuthTokens> => {
  const body = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: options.clientId,
    resource: options.resource
  })
  let response: Response
  try {
    response = await (options.fetch ?? globalThis.fetch)(options.tokenEndpoint, {
      method: "POST",
      body,
      redirect: "manual"
    })
  } catch (cause) {
    throw new ConnectionError(`Cannot connect to ${options.tokenEndpoint}.`, null, { cause })
  }
  const tokenResponse = (await response.json().catch(() => ({}))) as Partial<TokenResponse>
  const info = infoOf(response, 1)
  if (response.status === 400 || response.status === 401) {
    throw new SignInNeededError("The connection to Adwarden has ended. Connect again.", info)
  }
  if (!response.ok || tokenResponse.access_token === undefined) {
    throw new UnreadableAnswerError(
      `${options.tokenEndpoint} returned no token (status ${response.status}).`,
      info
    )
  }
  return {
    accessToken: tokenResponse.access_token,
    refreshToken: tokenResponse.refresh_token ?? refreshToken,
    expiresAt: Date.now() + (tokenResponse.expires_in ?? 0) * 1000
  }
}

/**
 * Returns a token provider that refreshes a token shortly before it expires, or when the service rejects it.
 *
 * ```ts
 * new Adwarden({ token: refreshingToken({ tokenEndpoint, clientId, resource, tokens, onTokens }) })
 * ```
 */
export const refreshingToken = (options: OAuthOptions): TokenProvider => {
  let { tokens } = options
  let inProgress: Promise<void> | null = null
  const refresh = async () => {
    tokens = await exchange(options, tokens.refreshToken)
    await options.onTokens?.(tokens)
  }
  return async ({ refused }) => {
    const isOver = refused === tokens.accessToken || Date.now() > tokens.expiresAt - renewAheadMillis
    if (isOver) inProgress ??= refresh().finally(() => (inProgress = null))
    await inProgress
    return tokens.accessToken
  }
}
