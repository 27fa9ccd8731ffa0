import type { IssuedRow, PreparedTokens } from "./issue.ts"
import type { OAuthError } from "./oauth-error.ts"

/** The response to a code or a refresh token (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * The outcome of a token request as a value. An error can come with writes, such as an ended session, that
 * must be committed too.
 */
export type TokenOutcome = IssuedTokens | { readonly refusal: OAuthError }

export interface IssuedTokens {
  readonly issued: TokenResponse
  /** Email of the tokens' person. */
  readonly person: string
}

export const issuedTokens = (
  { accessToken, refreshToken }: Pick<PreparedTokens, "accessToken" | "refreshToken">,
  { scopes }: Pick<IssuedRow, "scopes">,
  accessTokenSeconds: number,
  person: string
): IssuedTokens => ({
  person,
  issued: {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    scope: scopes.join(" ")
  }
})
