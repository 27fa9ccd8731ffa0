import { scopes } from "../contract/index.ts"
import type { SettingsShape } from "../settings.ts"

type Urls = Pick<SettingsShape, "publicUrl" | "restUrl" | "mcpUrl" | "appUrl">

/** The resource URL of a surface: tokens for it are valid only there. */
export const resourceOf = (urls: Urls, surface: "rest" | "mcp"): string =>
  surface === "rest" ? urls.restUrl : `${urls.mcpUrl}/mcp`

/** A surface's metadata and its URL, which lead clients to the authorization server (RFC 9728). */
export const protectedResource = (urls: Urls, surface: "rest" | "mcp") => {
  const [suffix, origin, name] =
    surface === "rest"
      ? (["v1", urls.publicUrl, "Adwarden REST API"] as const)
      : (["mcp", urls.mcpUrl, "Adwarden MCP server"] as const)
  const path = `/.well-known/oauth-protected-resource/${suffix}`
  return {
    path,
    url: `${origin}${path}`,
    document: {
      resource: resourceOf(urls, surface),
      authorization_servers: [urls.appUrl],
      scopes_supported: scopes,
      bearer_methods_supported: ["header"],
      resource_name: name,
      resource_documentation: `${urls.appUrl}/docs/errors`
    }
  }
}

/** The paths of the authorization server's endpoints, below its issuer URL. */
export const oauthPaths = {
  authorize: "/oauth/authorize",
  token: "/oauth/token",
  register: "/oauth/register",
  revoke: "/oauth/revoke",
  introspect: "/oauth/introspect",
  /** The page that shows a code, for programs that cannot receive a redirect. */
  code: "/oauth/code"
} as const

/** The authorization server's metadata and its URL, for clients (RFC 8414). */
export const authorizationServer = (urls: Urls) => {
  const endpointUrl = (path: string) => `${urls.appUrl}${path}`
  return {
    path: "/.well-known/oauth-authorization-server",
    document: {
      issuer: urls.appUrl,
      authorization_endpoint: endpointUrl(oauthPaths.authorize),
      token_endpoint: endpointUrl(oauthPaths.token),
      registration_endpoint: endpointUrl(oauthPaths.register),
      revocation_endpoint: endpointUrl(oauthPaths.revoke),
      introspection_endpoint: endpointUrl(oauthPaths.introspect),
      scopes_supported: scopes,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      introspection_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: [resourceOf(urls, "mcp"), resourceOf(urls, "rest")]
    }
  }
}
