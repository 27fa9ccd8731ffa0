import type { AuthorizationServer, allowInsecureRequests } from "oauth4webapi"
import { Refusal, reasonOf, usageRefusal } from "../refusal.ts"
import { isProtected } from "./addresses.ts"

/** Loaded only for a sign-in or a token renewal, so that other commands start faster. */
export const loadOAuth = () => import("oauth4webapi")
export type OAuth = Awaited<ReturnType<typeof loadOAuth>>

const timeoutMillis = 10_000

interface RequestOptions {
  readonly [allowInsecureRequests]: boolean
  readonly signal: () => AbortSignal
}

/** Request options: unencrypted only on this machine, and always with a timeout. */
export const requestOptions = (oauth: OAuth, to: string): RequestOptions => {
  const url = new URL(to)
  if (!isProtected(url)) {
    throw usageRefusal(`Signing in at ${url.origin} would send secrets unencrypted. Use its https address.`)
  }
  return {
    [oauth.allowInsecureRequests]: url.protocol === "http:",
    signal: () => AbortSignal.timeout(timeoutMillis)
  }
}

/** A service that is reached by another name issues tokens only for its own URL. */
const checkResource = async (metadata: Response, resource: string): Promise<void> => {
  const { resource: namedResource } = (await metadata.json().catch(() => ({}))) as {
    readonly resource?: unknown
  }
  if (typeof namedResource !== "string" || namedResource === resource) return
  const address = namedResource.replace(/\/(v1|mcp)$/, "")
  throw usageRefusal(
    `The URL of this service is ${address}. Sign in with that URL.`,
    `adwarden login --url ${address}`
  )
}

/** Finds the authorization server of a resource (RFC 9728) and its metadata (RFC 8414). */
export const authorizationServerOf = async (oauth: OAuth, resource: string): Promise<AuthorizationServer> => {
  const url = new URL(resource)
  try {
    const metadata = await oauth.resourceDiscoveryRequest(url, requestOptions(oauth, resource))
    await checkResource(metadata.clone(), resource)
    const { authorization_servers: servers } = await oauth.processResourceDiscoveryResponse(url, metadata)
    const [issuer] = servers ?? []
    if (issuer === undefined) throw new Error("the resource names no authorization server")
    return await discoverServer(oauth, issuer)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(
      `Cannot sign in at ${url.origin} (${reasonOf(error)}). Check that Adwarden runs there and that the URL is correct (--url or ADWARDEN_URL).`,
      { exitReason: "outOfReach" }
    )
  }
}

export const discoverServer = async (oauth: OAuth, issuer: string): Promise<AuthorizationServer> => {
  const url = new URL(issuer)
  const options = { algorithm: "oauth2", ...requestOptions(oauth, issuer) } as const
  return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options))
}
