import { Data } from "effect"

/** The codes of RFC 6749, 7009, 7591 and 8707 that are answered here. */
export type OAuthErrorCode =
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
 * A refusal in OAuth's own shape. Its description says what to do next, in the few characters that the protocol lets
 * stand there. It has a way back only where the client's redirect URI is proven: whoever sent a wrong one must not be
 * able to have anybody sent there.
 */
export class OAuthError extends Data.TaggedError("oauth_refusal")<{
  readonly errorCode: OAuthErrorCode
  readonly statusCode: number
  readonly description: string
  /** Where the person's browser takes the refusal, with the refusal in it. */
  readonly redirect: string | null
  /** Where an unverified client wants the refusal. The person is shown the address and decides; no browser is redirected. */
  readonly target?: OAuthErrorTarget
  /** Whose session or code it was about, for the audit trail. */
  readonly actor?: { readonly actor_type: "user"; readonly user_email: string }
}> {}

/** The client that a refusal is for, and its address with the refusal in it. */
export interface OAuthErrorTarget {
  readonly client: string
  readonly url: string
}

/** A refusal that is told to whoever asked. */
export const oauthError = (errorCode: OAuthErrorCode, description: string, statusCode = 400): OAuthError =>
  new OAuthError({ errorCode, statusCode, description: printable(description), redirect: null })

/** A refusal that the person's browser carries back to the client. */
export const withRedirect = (
  { description, errorCode }: Pick<OAuthError, "errorCode" | "description">,
  redirect: string
): OAuthError => new OAuthError({ errorCode, statusCode: 303, description, redirect })

/** A refusal that is shown to the person together with the address of the unverified client that it is for. */
export const withTarget = (
  { description, errorCode, statusCode }: Pick<OAuthError, "errorCode" | "description" | "statusCode">,
  target: OAuthErrorTarget
): OAuthError => new OAuthError({ errorCode, statusCode, description, redirect: null, target })

/** The same refusal, with whom it concerns. */
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

/** What RFC 6749 lets stand in a description: ASCII without quotes and backslashes. */
const printable = (text: string): string =>
  text
    .replaceAll('"', "'")
    .replaceAll(/[^\x20-\x7e]|\\/g, "?")
    .slice(0, 400)
