import { resourceOf } from "../../http/index.ts"
import type { SettingsShape } from "../../settings.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** The audiences of a token: the two surfaces for programs. */
export const audienceNames = { rest: "the REST API", mcp: "the MCP server" } as const

type Urls = Pick<SettingsShape, "publicUrl" | "restUrl" | "mcpUrl" | "appUrl">

/** Compares two URLs. The parser normalises scheme and host; the rest is compared as it is. */
const sameAddress = (one: string, other: string): boolean =>
  one === other || (URL.canParse(other) && !other.includes("#") && new URL(other).href === new URL(one).href)

/**
 * The one resource that a request names (RFC 8707), in our spelling. A token is valid for this resource only,
 * so a request with none, several or an unknown one is rejected.
 */
export const audienceOf = (urls: Urls, parameters: Parameters): string | OAuthError => {
  const known = [resourceOf(urls, "mcp"), resourceOf(urls, "rest")]
  const next = `Send resource=${known[0]} for ${audienceNames.mcp} or resource=${known[1]} for ${audienceNames.rest}.`
  if (parameters.repeated.includes("resource")) {
    return oauthError("invalid_target", `Several resources were named, and a token is for one. ${next}`)
  }
  const requested = parameters.get("resource")
  if (requested === null) return oauthError("invalid_target", `No resource was named. ${next}`)
  const found = known.find((resource) => sameAddress(resource, requested))
  return found ?? oauthError("invalid_target", `There is no such resource here. ${next}`)
}
