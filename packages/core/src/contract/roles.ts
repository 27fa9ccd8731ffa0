import { Schema } from "effect"
import type { Scope } from "./scopes.ts"

/** From the least to the most; each role can do all that the ones before it can. */
export const roles = ["member", "admin", "owner"] as const
export type Role = (typeof roles)[number]
export const Role = Schema.Literal(...roles)

/** What a person is to an organization: a member of it, or staff of the team that looks after it. */
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

const maxScopesByRole: Record<EffectiveRole, ReadonlySet<Scope>> = {
  adops_team: new Set(readScopes),
  member: new Set(memberScopes),
  admin: new Set(adminScopes),
  owner: new Set(ownerScopes)
}

/** The scopes that a person of this standing can hold or grant, whatever a credential says. */
export const maxScopes = (effectiveRole: EffectiveRole): ReadonlySet<Scope> => maxScopesByRole[effectiveRole]

export const isWithinMaxScopes = (granted: ReadonlyArray<Scope>, effectiveRole: EffectiveRole): boolean =>
  granted.every((scope) => maxScopesByRole[effectiveRole].has(scope))

/** The least role that may use a scope: what to ask an owner for. */
export const roleFor = (scope: Scope): Role =>
  roles.find((role) => maxScopesByRole[role].has(scope)) ?? "owner"
