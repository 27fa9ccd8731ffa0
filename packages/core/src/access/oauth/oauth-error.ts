import { Data } from "effect"

/** The error codes of RFC 6749, 7009, 7591 and 8707 that we return. */
type OAuthErrorCode =
  | "access_denied"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"

/**
 * An error in OAuth's own shape. Its description states what to do, in the characters that the protocol
 * allows. It has a redirect only if the client's redirect URI is proven. Otherwise a forged request could
 * send people anywhere.
 */
export class OAuthError extends Data.TaggedError("oauth_error")<{
  readonly errorCode: OAuthErrorCode
  readonly statusCode: number
  readonly description: string
  /** The redirect URL with the error in its query. */
  readonly redirect: string | null
  /**
   * The URL of an unverified client. The page shows it and the person decides; the browser is not redirected.
   */
  readonly target?: OAuthErrorTarget
  /** The person of the session or code, for the audit trail. */
  readonly actor?: { readonly actor_type: "user"; readonly user_email: string }
}> {}

/** The client that receives the error, and its URL with the error in the query. */
export interface OAuthErrorTarget {
  readonly client: string
  readonly url: string
}

/** An error that is returned to the sender. */
export const oauthError = (errorCode: OAuthErrorCode, description: string, statusCode = 400): OAuthError =>
  new OAuthError({ errorCode, statusCode, description: printable(description), redirect: null })

/** An error that the person's browser returns to the client. */
export const withRedirect = (
  { description, errorCode }: Pick<OAuthError, "errorCode" | "description">,
  redirect: string
): OAuthError => new OAuthError({ errorCode, statusCode: 303, description, redirect })

/** An error that the page shows together with the URL of the unverified client. */
export const withTarget = (
  { description, errorCode, statusCode }: Pick<OAuthError, "errorCode" | "description" | "statusCode">,
  target: OAuthErrorTarget
): OAuthError => new OAuthError({ errorCode, statusCode, description, redirect: null, target })

/** Adds the person whom the error concerns. */
export const withActor = (
  { description, errorCode, redirect, statusCode }: OAuthError,
  email: string
): OAuthError =>
  new OAuthError({
    description,
    errorCode,
    redirect,
    statusCode,
    actor: { actor_type: "user", user_email: email }
  })

/**
 * Removes the characters that RFC 6749 does not allow in a description: only ASCII without quotes and
 * backslashes.
 */
const printable = (text: string): string =>
  text
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x7e]|\\/g, "?")
    .slice(0, 400)
