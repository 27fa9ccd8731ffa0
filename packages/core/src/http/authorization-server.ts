import { scopes } from "../contract/index.ts"
import type { SettingsShape } from "../settings.ts"
import { resourceOf } from "./protected-resource.ts"

type Urls = Pick<SettingsShape, "publicUrl" | "restUrl" | "mcpUrl" | "appUrl">

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
