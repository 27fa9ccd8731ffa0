import {
  ceiling,
  inReadingOrder,
  isScope,
  nearestOf,
  type Scope,
  type Standing,
  scopes
} from "../../contract/index.ts"
import { type OAuthRefusal, refused } from "./refusal.ts"

/** The scopes that a request names, null where it names none. */
export const scopesNamed = (text: string | null): ReadonlyArray<Scope> | OAuthRefusal | null => {
  const words = (text ?? "").split(" ").filter((word) => word !== "")
  const wrong = words.find((word) => !isScope(word))
  if (wrong !== undefined) {
    const meant = nearestOf(wrong, scopes)
    const next = meant === null ? `There are: ${scopes.join(" ")}` : `Did you mean ${meant}?`
    return refused("invalid_scope", `There is no scope ${wrong.slice(0, 60)}. ${next}`)
  }
  return words.length === 0 ? null : inReadingOrder(words.filter(isScope))
}

/** What somebody may grant: all that they may do in any of their organizations. In each, their role there is the cap. */
export const grantable = (standings: ReadonlyArray<Standing>): ReadonlySet<Scope> =>
  new Set(standings.flatMap((standing) => [...ceiling(standing)]))
