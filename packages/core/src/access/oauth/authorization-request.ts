import { scopes as everyScope, type Scope } from "../../contract/index.ts"
import type { SettingsShape } from "../../settings.ts"
import { type Client, isAllowedRedirect, isVerified, withQuery } from "./client.ts"
import { isChallenge } from "./issue.ts"
import { OAuthError, oauthError, withRedirect, withTarget } from "./oauth-error.ts"
import { audienceOf, type Parameters, parseScopes, repeatedParameterError } from "./parameters.ts"

/** The target of the authorization response: a redirect URI that is proven to be the client's. */
interface ClientRedirect {
  readonly redirectUri: string
  readonly state: string | null
  readonly issuer: string
}

/** The target of the response, and whether the browser can be redirected without confirmation. */
type CheckedRedirect = Pick<AuthorizationRequest, keyof ClientRedirect | "client" | "verified">

/** A client's request to a person. */
export interface AuthorizationRequest extends ClientRedirect {
  readonly client: Client
  /** Whether the client is verified for this person. */
  readonly verified: boolean
  readonly challenge: string
  readonly audience: string
  /** The scopes offered to the person: the requested ones, or all. */
  readonly scopes: ReadonlyArray<Scope>
}

/** Every response names its issuer (RFC 9207), so that a client of several servers cannot confuse them. */
export const authorizationResponseUrl = (
  { issuer, redirectUri, state }: ClientRedirect,
  parameters: Record<string, string>
): string => withQuery(redirectUri, { ...parameters, state, iss: issuer })

/** An error that the person's browser returns to the client after the person has decided. */
export const redirectError = (
  clientRedirect: ClientRedirect,
  { description, errorCode }: OAuthError
): OAuthError =>
  withRedirect(
    { errorCode, description },
    authorizationResponseUrl(clientRedirect, { error: errorCode, error_description: description })
  )

/**
 * An error for a request that the person has not decided yet. A verified client receives it through a
 * redirect. For any other client, the page shows the URL first: anyone can register a client, so a redirect
 * could lead anywhere (RFC 9700, 4.11.2).
 */
const rejectRequest = (request: CheckedRedirect, refusal: OAuthError): OAuthError => {
  const redirected = redirectError(request, refusal)
  return request.verified
    ? redirected
    : withTarget(refusal, { client: request.client.name, url: redirected.redirect ?? request.redirectUri })
}

/** The client ID of a request. Until the client is known, an error has no recipient. */
export const clientIdOf = (parameters: Parameters): string | OAuthError =>
  parameters.get("client_id") ??
  oauthError("invalid_request", "The request has to name its client: send client_id once.")

/**
 * The redirect of a request once it is proven. Until then, errors are shown to the person and never
 * redirected.
 */
const clientRedirectOf = (
  parameters: Parameters,
  client: Client,
  issuer: string
): ClientRedirect | OAuthError => {
  const redirectUri = parameters.get("redirect_uri")
  if (redirectUri === null) {
    return oauthError("invalid_request", "The request has no redirect_uri. Send redirect_uri once.")
  }
  if (!isAllowedRedirect(client.redirectUris, redirectUri)) {
    return oauthError(
      "invalid_request",
      "This client did not register the redirect_uri. It must match character by character."
    )
  }
  return { redirectUri, issuer, state: parameters.get("state") }
}

const challengeOf = (parameters: Parameters): string | OAuthError => {
  const challenge = parameters.get("code_challenge")
  if (challenge !== null && isChallenge(challenge) && parameters.get("code_challenge_method") === "S256") {
    return challenge
  }
  return oauthError(
    "invalid_request",
    "PKCE is required: send code_challenge and code_challenge_method=S256."
  )
}

const requestProblem = (parameters: Parameters): OAuthError | null => {
  const repeated = repeatedParameterError(parameters)
  if (repeated !== null) return repeated
  if (parameters.get("response_type") !== "code") {
    return oauthError(
      "unsupported_response_type",
      "Only the authorization code flow is offered: response_type=code."
    )
  }
  return (parameters.get("response_mode") ?? "query") === "query"
    ? null
    : oauthError("invalid_request", "Only response_mode=query is supported.")
}

/** The client of a request, and whether this person connected it before. */
interface RequestingClient {
  readonly client: Client
  readonly connectedBefore: boolean
}

/** Validates a client's request, or returns the error. */
export const authorizationRequest = (
  parameters: Parameters,
  { client, connectedBefore }: RequestingClient,
  settings: SettingsShape
): AuthorizationRequest | OAuthError => {
  const redirect = clientRedirectOf(parameters, client, settings.appUrl)
  if (redirect instanceof OAuthError) return redirect
  const clientRedirect = {
    ...redirect,
    client,
    verified: isVerified(client, redirect.redirectUri, connectedBefore)
  }
  const problem = requestProblem(parameters)
  if (problem !== null) return rejectRequest(clientRedirect, problem)
  const challenge = challengeOf(parameters)
  if (challenge instanceof OAuthError) return rejectRequest(clientRedirect, challenge)
  const audience = audienceOf(settings, parameters)
  if (audience instanceof OAuthError) return rejectRequest(clientRedirect, audience)
  const scopes = parseScopes(parameters.get("scope"))
  if (scopes instanceof OAuthError) return rejectRequest(clientRedirect, scopes)
  return { ...clientRedirect, challenge, audience, scopes: scopes ?? everyScope }
}
