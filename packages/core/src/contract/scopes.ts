import { Schema } from "effect"

/** Every scope of a credential, in the order of the consent page. */
export const scopes = [
  "organizations:read",
  "campaigns:read",
  "performance:read",
  "reports:read",
  "reports:generate",
  "recommendations:read",
  "recommendations:apply",
  "campaigns:write",
  "keywords:write",
  "audit:read"
] as const

export type Scope = (typeof scopes)[number]
export const Scope = Schema.Literal(...scopes)
export const isScope = Schema.is(Scope)

/** The scopes without duplicates, in the order of the consent page. */
export const sortScopes = (some: Iterable<Scope>): ReadonlyArray<Scope> => {
  const selected = new Set(some)
  return scopes.filter((scope) => selected.has(scope))
}

export const scopeMeanings: Record<Scope, string> = {
  "organizations:read": "See organizations, the account overview and the business profile",
  "campaigns:read": "See campaigns and keywords, and run detectors",
  "performance:read": "See metrics and search terms",
  "reports:read": "Read reports and strategies",
  "reports:generate": "Ask for a new report or strategy",
  "recommendations:read": "See pending, applied and dismissed recommendations",
  "recommendations:apply": "Apply recommendations and undo executed actions",
  "campaigns:write": "Change budgets, names, target CPA and states; create drafts and ads",
  "keywords:write": "Add negative keywords",
  "audit:read": "Read the action log and export the audit trail"
}
