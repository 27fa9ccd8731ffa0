import {
  type EffectiveRole,
  isScope,
  maxScopes,
  nearestName,
  type Scope,
  scopes,
  sortScopes
} from "../../contract/index.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"

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
