import { hostname } from "node:os"
import type { AuthorizationServer, Client } from "oauth4webapi"
import { Refusal, reasonOf } from "../../refusal.ts"
import { resourceOf, type Surface } from "../addresses.ts"
import {
  authorizationServerOf,
  loadOAuth,
  type OAuth,
  requestOptions,
  sessionTokens
} from "../authorization-server.ts"
import type { Session } from "../profiles.ts"
import { registeredRedirect } from "./browser.ts"

/** A sign-in in progress: the values that its redirect must match. */
export interface SignInAttempt {
  readonly oauth: OAuth
  readonly server: AuthorizationServer
  readonly client: Client
  readonly resource: string
  readonly verifier: string
  readonly state: string
}

/** The page of the service that shows a code, for a browser on another machine. */
export const manualCodeUrl = ({ issuer }: AuthorizationServer): string => `${issuer}/oauth/code`

/** The name in the consent page and among the connected apps. No client can use the service's own name. */
const clientName = (surface: Surface): string => {
  const machine =
    hostname()
      .replaceAll(/[^A-Za-z0-9.-]/g, "")
      .slice(0, 60) || "this machine"
  return `${surface === "mcp" ? "MCP bridge" : "Command line"} on ${machine}`
}

/**
 * Finds the authorization server and registers as a public client: a program on a person's machine cannot keep a
 * secret.
 */
export const beginSignIn = async (address: string, surface: Surface): Promise<SignInAttempt> => {
  const oauth = await loadOAuth()
  const resource = resourceOf(address, surface)
  const server = await authorizationServerOf(oauth, resource)
  const metadata = {
    client_name: clientName(surface),
    redirect_uris: [registeredRedirect, manualCodeUrl(server)],
    token_endpoint_auth_method: "none"
  }
  const client = await explainFailure("The service did not register this program", async () => {
    const registrationResponse = await oauth.dynamicClientRegistrationRequest(
      server,
      metadata,
      requestOptions(oauth, server.issuer)
    )
    return oauth.processDynamicClientRegistrationResponse(registrationResponse)
  })
  return {
    oauth,
    server,
    client,
    resource,
    verifier: oauth.generateRandomCodeVerifier(),
    state: oauth.generateRandomState()
  }
}

/** The URL where the person grants access. */
export const authorizationUrl = async (
  { client, oauth, resource, server, state, verifier }: SignInAttempt,
  redirectUri: string,
  scopes: string | undefined
): Promise<string> => {
  const url = new URL(server.authorization_endpoint!)
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: client.client_id,
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource,
    state,
    ...(scopes === undefined ? {} : { scope: scopes })
  }).toString()
  return url.href
}

/** Exchanges the redirect's code for tokens, after checking its state and issuer. */
export const finishSignIn = (
  { client, oauth, resource, server, state, verifier }: SignInAttempt,
  parameters: URLSearchParams,
  redirectUri: string
): Promise<Session> =>
  explainFailure("Not signed in", async () => {
    const none = oauth.None()
    const options = requestOptions(oauth, server.issuer)
    const callbackParameters = oauth.validateAuthResponse(server, client, parameters, state)
    const grantOptions = { ...options, additionalParameters: { resource } }
    const tokenResponse = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      callbackParameters,
      redirectUri,
      verifier,
      grantOptions
    )
    const tokens = sessionTokens(await oauth.processAuthorizationCodeResponse(server, client, tokenResponse))
    const introspectionResponse = await oauth.introspectionRequest(
      server,
      client,
      none,
      tokens.access_token,
      options
    )
    const { username } = await oauth.processIntrospectionResponse(server, client, introspectionResponse)
    return {
      issuer: server.issuer,
      client_id: client.client_id,
      resource,
      ...tokens,
      signed_in_at: new Date().toISOString(),
      person: username ?? "somebody"
    }
  })

/** The error of the authorization server, if it sent one; otherwise the failure of the request. */
const explainFailure = async <A>(what: string, work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { error: code, error_description: description } = error as {
      readonly error?: string
      readonly error_description?: string
    }
    if (code === "access_denied")
      throw new Refusal("You declined. You are not signed in.", { exitReason: "declined" })
    throw new Refusal(`${what}: ${description ?? code ?? reasonOf(error)}`, {
      exitReason: "notAllowed",
      next: "adwarden login"
    })
  }
}
