import { Schema } from "effect"
import type { CredentialApprovals } from "./approval-policy.ts"

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
  "campaigns:write": "Change budgets, names, target CPA, AI Max and states; create drafts and ads",
  "keywords:write": "Add negative keywords",
  "audit:read": "Read the action log and export the audit trail"
}

/** From the lowest to the highest; each role includes the permissions of the lower ones. */
export const roles = ["member", "admin", "owner"] as const
export type Role = (typeof roles)[number]
export const Role = Schema.Literal(...roles)

/** A person's role in an organization: a member's role, or the team that manages it. */
export type EffectiveRole = Role | "adops_team"

const readScopes: ReadonlyArray<Scope> = [
  "organizations:read",
  "campaigns:read",
  "performance:read",
  "reports:read",
  "recommendations:read"
]
const memberScopes: ReadonlyArray<Scope> = [...readScopes, "reports:generate"]
const adminScopes: ReadonlyArray<Scope> = [
  ...memberScopes,
  "campaigns:write",
  "keywords:write",
  "recommendations:apply"
]
const ownerScopes: ReadonlyArray<Scope> = [...adminScopes, "audit:read"]

/** Usual choices for a key: its scopes, and how it is held. */
export const keyPresets = {
  read: { scopes: readScopes, approvals: "organization" },
  propose: { scopes: adminScopes, approvals: "every_change" },
  operate: { scopes: adminScopes, approvals: "organization" }
} as const satisfies Readonly<
  Record<string, { readonly scopes: ReadonlyArray<Scope>; readonly approvals: CredentialApprovals }>
>
export type KeyPreset = keyof typeof keyPresets
export const isKeyPreset = (text: string | null): text is KeyPreset =>
  text !== null && Object.hasOwn(keyPresets, text)

const maxScopesByRole: Record<EffectiveRole, ReadonlySet<Scope>> = {
  adops_team: new Set(readScopes),
  member: new Set(memberScopes),
  admin: new Set(adminScopes),
  owner: new Set(ownerScopes)
}

/** The scopes that a person with this role can hold or grant, whatever a credential contains. */
export const maxScopes = (effectiveRole: EffectiveRole): ReadonlySet<Scope> => maxScopesByRole[effectiveRole]

export const isWithinMaxScopes = (granted: ReadonlyArray<Scope>, effectiveRole: EffectiveRole): boolean =>
  granted.every((scope) => maxScopesByRole[effectiveRole].has(scope))

/** The lowest role that can use a scope: the one to request from an owner. */
export const roleFor = (scope: Scope): Role =>
  roles.find((role) => maxScopesByRole[role].has(scope)) ?? "owner"
