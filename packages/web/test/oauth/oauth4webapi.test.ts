import * as oauth from "oauth4webapi"
import { expect, it } from "vitest"
import { answerConsent, startAllSurfaces } from "./support/all-surfaces.ts"

const service = await startAllSurfaces()
const insecure = { [oauth.allowInsecureRequests]: true }
const none = oauth.None()
const callback = "http://localhost:7777/callback"

/** A strict third-party client, which knows only the URL of a resource. */
it.each(["rest", "mcp"] as const)("oauth4webapi completes the whole flow for %s", async (surface) => {
  const resource = new URL(surface === "rest" ? service.restUrl : `${service.mcpUrl}/mcp`)
  const described = await oauth.resourceDiscoveryRequest(resource, insecure)
  const { authorization_servers } = await oauth.processResourceDiscoveryResponse(resource, described)
  const issuer = new URL(authorization_servers![0]!)
  const discovered = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure })
  const as = await oauth.processDiscoveryResponse(issuer, discovered)
  expect(as).toMatchObject({
    client_id_metadata_document_supported: true,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    token_endpoint_auth_methods_supported: ["none"]
  })

  const metadata = { client_name: "oauth4webapi", redirect_uris: ["http://localhost/callback"] }
  const registered = await oauth.dynamicClientRegistrationRequest(as, metadata, insecure)
  const client = await oauth.processDynamicClientRegistrationResponse(registered)
  expect(client.token_endpoint_auth_method).toBe("none")

  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(as.authorization_endpoint!)
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: resource.href,
    scope: "organizations:read campaigns:read",
    state
  }).toString()
  const { to } = await answerConsent(await service.signedIn(), url)
  expect(to).toMatch(/^http:\/\/localhost:7777\/callback\?code=/)
  const answered = oauth.validateAuthResponse(as, client, new URL(to!), state)

  const more = { ...insecure, additionalParameters: { resource: resource.href } }
  const grant = await oauth.authorizationCodeGrantRequest(
    as,
    client,
    none,
    answered,
    callback,
    verifier,
    more
  )
  const tokens = await oauth.processAuthorizationCodeResponse(as, client, grant)
  expect(tokens).toMatchObject({
    token_type: "bearer",
    scope: "organizations:read campaigns:read",
    expires_in: 3600
  })

  const list = async (token: string) => {
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "svc_list_organizations" } }
    const headers = new Headers({
      "content-type": "application/json",
      accept: "application/json, text/event-stream"
    })
    const sent =
      surface === "rest"
        ? oauth.protectedResourceRequest(
            token,
            "GET",
            new URL(`${resource.href}/organizations`),
            headers,
            null,
            insecure
          )
        : oauth.protectedResourceRequest(token, "POST", resource, headers, JSON.stringify(call), insecure)
    return (await sent).text()
  }
  expect(await list(tokens.access_token)).toContain("northwind")

  const refresh = await oauth.refreshTokenGrantRequest(as, client, none, tokens.refresh_token!, more)
  const renewed = await oauth.processRefreshTokenResponse(as, client, refresh)
  expect(await list(renewed.access_token)).toContain("northwind")

  const revoked = await oauth.revocationRequest(as, client, none, renewed.refresh_token!, insecure)
  await oauth.processRevocationResponse(revoked)
  await expect(list(renewed.access_token)).rejects.toThrow(oauth.WWWAuthenticateChallengeError)
})
