import { auth, type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens
} from "@modelcontextprotocol/sdk/shared/auth.js"
import { expect, it } from "vitest"
import { answerConsent, startAllSurfaces } from "./support/all-surfaces.ts"

const service = await startAllSurfaces()
const serverUrl = new URL(`${service.mcpUrl}/mcp`)

/** A desktop client's stored login, in memory. */
class Provider implements OAuthClientProvider {
  readonly redirectUrl = "http://localhost:33418/callback"
  readonly clientMetadata: OAuthClientMetadata = {
    client_name: "MCP SDK",
    redirect_uris: ["http://localhost:33418/callback"]
  }
  information: OAuthClientInformationMixed | undefined
  kept: OAuthTokens | undefined
  verifier = ""
  sentTo: URL | undefined
  clientInformation() {
    return this.information
  }
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.information = information
  }
  tokens() {
    return this.kept
  }
  saveTokens(tokens: OAuthTokens) {
    this.kept = tokens
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier
  }
  codeVerifier() {
    return this.verifier
  }
}

const connect = async (provider: Provider): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" })
  const transport = new StreamableHTTPClientTransport(serverUrl, { authProvider: provider })
  // The SDK's types conflict under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return client
}

it("the MCP SDK's client discovers the server, registers, is approved, calls a tool and refreshes", async () => {
  const provider = new Provider()
  await expect(connect(provider)).rejects.toThrow(UnauthorizedError)
  expect(provider.sentTo!.searchParams.get("resource")).toBe(serverUrl.href)
  const { page, to } = await answerConsent(await service.signedIn(), provider.sentTo!)
  expect(page.text).toContain("MCP SDK")
  const authorizationCode = new URL(to!).searchParams.get("code")!
  expect(await auth(provider, { serverUrl, authorizationCode })).toBe("AUTHORIZED")
  const client = await connect(provider)
  const { structuredContent } = await client.callTool({ name: "svc_list_organizations", arguments: {} })
  expect(JSON.stringify(structuredContent)).toContain("northwind")
  await client.close()

  const before = provider.kept!
  expect(await auth(provider, { serverUrl })).toBe("AUTHORIZED")
  expect(provider.kept!.access_token).not.toBe(before.access_token)
  const again = await connect(provider)
  expect((await again.listTools()).tools.length).toBeGreaterThan(5)
  await again.close()
})
