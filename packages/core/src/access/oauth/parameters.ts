import {
  type EffectiveRole,
  isScope,
  maxScopes,
  nearestName,
  type Scope,
  scopes,
  sortScopes
} from "../../contract/index.ts"
import { resourceOf } from "../../http/index.ts"
import type { SettingsShape } from "../../settings.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"

/*
 * The parameters of a request, read as OAuth requires. A parameter without a value counts as missing. None
 * can be sent twice, because two readers could use different values.
 */

export interface Parameters {
  readonly get: (name: string) => string | null
  /** The names that were sent more than once, with any value. */
  readonly repeated: ReadonlyArray<string>
}

export const parametersOf = (pairs: Iterable<readonly [string, string]>): Parameters => {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of pairs) {
    if (values.has(name)) repeated.add(name)
    else values.set(name, value)
  }
  return {
    get: (name) => (repeated.has(name) ? null : values.get(name) || null),
    repeated: [...repeated]
  }
}

/** Returns the error of a parameter that was sent twice. `audienceOf` rejects several resources itself. */
export const repeatedParameterError = (parameters: Parameters): OAuthError | null => {
  const repeated = parameters.repeated.find((name) => name !== "resource")
  return repeated === undefined
    ? null
    : oauthError("invalid_request", `${repeated.slice(0, 60)} was sent more than once.`)
}

/** The audiences of a token: the two surfaces for programs. */
const audienceNames = { rest: "the REST API", mcp: "the MCP server" } as const

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

/** The scopes that a request names, or null if it names none. */
export const parseScopes = (text: string | null): ReadonlyArray<Scope> | OAuthError | null => {
  const words = (text ?? "").split(" ").filter((word) => word !== "")
  const unknownScope = words.find((word) => !isScope(word))
  if (unknownScope !== undefined) {
    const nearest = nearestName(unknownScope, scopes)
    const next = nearest === null ? `There are: ${scopes.join(" ")}` : `Did you mean ${nearest}?`
    return oauthError("invalid_scope", `There is no scope ${unknownScope.slice(0, 60)}. ${next}`)
  }
  return words.length === 0 ? null : sortScopes(words.filter(isScope))
}

/**
 * The scopes that a person can grant: the union over their organizations. In each organization, their role
 * there is the limit.
 */
export const grantableScopes = (effectiveRoles: ReadonlyArray<EffectiveRole>): ReadonlySet<Scope> =>
  new Set(effectiveRoles.flatMap((effectiveRole) => [...maxScopes(effectiveRole)]))
