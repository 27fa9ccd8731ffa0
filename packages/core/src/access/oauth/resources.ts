import { resourceOf } from "../../http/index.ts"
import type { SettingsShape } from "../../settings.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** What a token can be for: one of the two surfaces that programs use. */
export const audienceNames = { rest: "the REST API", mcp: "the MCP server" } as const

type Urls = Pick<SettingsShape, "publicUrl" | "restUrl" | "mcpUrl" | "appUrl">

/** Scheme and host have one spelling for the parser, whatever the sender's; everything behind them is taken as it is. */
const sameAddress = (one: string, other: string): boolean =>
  one === other || (URL.canParse(other) && !other.includes("#") && new URL(other).href === new URL(one).href)

/**
 * The one resource that a request names (RFC 8707), as we write it. A token is good for nothing else, so a request
 * that names none, several or another is refused rather than guessed at.
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
