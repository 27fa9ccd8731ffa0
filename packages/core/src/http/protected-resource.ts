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
