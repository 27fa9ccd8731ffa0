import { Schema } from "effect"
import type { Scope } from "./scopes.ts"

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
