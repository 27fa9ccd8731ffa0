import type { IssuedRow, PreparedTokens } from "./issue.ts"
import type { OAuthError } from "./oauth-error.ts"

/** What a client gets for a code or a refresh token (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: "Bearer"
  readonly expires_in: number
  readonly refresh_token: string
  readonly scope: string
}

/**
 * What became of a request for tokens, as a value: a refusal may have something to write down, a family that is dead
 * from now on, and that has to be committed like anything else.
 */
export type TokenOutcome = IssuedTokens | { readonly refusal: OAuthError }

export interface IssuedTokens {
  readonly issued: TokenResponse
  /** E-mail of the person in whose name they are. */
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
