import { hostname } from "node:os"
import type { AuthorizationServer, Client } from "oauth4webapi"
import { Refusal, reasonOf } from "../../refusal.ts"
import { resourceOf, type Surface } from "../addresses.ts"
import { authorizationServerOf, loadOAuth, type OAuth, sending } from "../authorization-server.ts"
import type { Session } from "../profiles.ts"
import { tokensIn } from "../renew.ts"
import { registeredRedirect } from "./callback-server.ts"

/** A sign-in under way: everything that has to be the same when its answer comes back. */
export interface SigningIn {
  readonly oauth: OAuth
  readonly server: AuthorizationServer
  readonly client: Client
  readonly resource: string
  readonly verifier: string
  readonly state: string
}

/** The page of the service that shows a code, where the browser is on another machine. */
export const codeAddress = ({ issuer }: AuthorizationServer): string => `${issuer}/oauth/code`

/** What the person reads when they are asked, and again among their connected apps. No client may use the service's name. */
const nameOf = (surface: Surface): string => {
  const machine =
    hostname()
      .replaceAll(/[^A-Za-z0-9.-]/g, "")
      .slice(0, 60) || "this machine"
  return `${surface === "mcp" ? "MCP bridge" : "Command line"} on ${machine}`
}

/** Finds out who gives out tokens there, and introduces itself: a program on a person's machine can keep no secret. */
export const beginSignIn = async (address: string, surface: Surface): Promise<SigningIn> => {
  const oauth = await loadOAuth()
  const resource = resourceOf(address, surface)
  const server = await authorizationServerOf(oauth, resource)
  const metadata = {
    client_name: nameOf(surface),
    redirect_uris: [registeredRedirect, codeAddress(server)],
    token_endpoint_auth_method: "none"
  }
  const client = await told("The service did not take this program on", async () => {
    const answer = await oauth.dynamicClientRegistrationRequest(
      server,
      metadata,
      sending(oauth, server.issuer)
    )
    return oauth.processDynamicClientRegistrationResponse(answer)
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

/** Where the person says yes. */
export const authorizationUrl = async (
  { client, oauth, resource, server, state, verifier }: SigningIn,
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

/** Tokens for the answer that came back, if it is the answer to this request: its mark and its sender are checked. */
export const finishSignIn = (
  { client, oauth, resource, server, state, verifier }: SigningIn,
  parameters: URLSearchParams,
  redirectUri: string
): Promise<Session> =>
  told("Not signed in", async () => {
    const none = oauth.None()
    const options = sending(oauth, server.issuer)
    const answered = oauth.validateAuthResponse(server, client, parameters, state)
    const bound = { ...options, additionalParameters: { resource } }
    const granted = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      none,
      answered,
      redirectUri,
      verifier,
      bound
    )
    const tokens = tokensIn(await oauth.processAuthorizationCodeResponse(server, client, granted))
    const asked = await oauth.introspectionRequest(server, client, none, tokens.access_token, options)
    const { username } = await oauth.processIntrospectionResponse(server, client, asked)
    return {
      issuer: server.issuer,
      client_id: client.client_id,
      resource,
      ...tokens,
      signed_in_at: new Date().toISOString(),
      person: username ?? "somebody"
    }
  })

/** What the other side said, where it said something; else what went wrong on the way. */
const told = async <A>(what: string, work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const { error: code, error_description: description } = error as {
      readonly error?: string
      readonly error_description?: string
    }
    if (code === "access_denied")
      throw new Refusal("You declined, so nothing was signed in.", { ending: "declined" })
    throw new Refusal(`${what}: ${description ?? code ?? reasonOf(error)}`, {
      ending: "notAllowed",
      next: "adwarden login"
    })
  }
}
