import { Effect } from "effect"
import type { Access } from "../access/organization-access.ts"
import { secondFactorProblem } from "../access/security-rules.ts"
import { suspensionProblem } from "../access/suspension.ts"
import {
  type AnyOperation,
  type EffectiveRole,
  InsufficientScope,
  maxScopes,
  type OrgAccessDenied,
  type Role,
  RoleDenied,
  roleFor,
  roles,
  type Scope
} from "../contract/index.ts"
import type { Caller, PersonCaller } from "../request/caller.ts"
import { type Clearance, mintClearance, type OrganizationClearance } from "../request/clearance.ts"

/** Ad-operations staff have no role: they rank below all of them, at -1. */
const rank = (effectiveRole: EffectiveRole): number =>
  (roles as ReadonlyArray<EffectiveRole>).indexOf(effectiveRole)

/** What an operation, or a write for people only, requires of its caller. */
export type Requirements = Pick<AnyOperation, "role" | "scope">

/** Returns the error for a scope that the credential lacks, in any organization. */
export const scopeProblem = (
  operation: Pick<AnyOperation, "scope">,
  granted: ReadonlyArray<Scope>
): InsufficientScope | null =>
  operation.scope === null || granted.includes(operation.scope)
    ? null
    : new InsufficientScope({ required_scope: operation.scope })

/**
 * Returns why a person with this effective role and these scopes cannot call the operation, or null. A
 * missing role is reported before a missing scope, because no scope would help. So is a scope that the role
 * cannot use here.
 */
export const accessProblem = (
  operation: Requirements,
  granted: ReadonlyArray<Scope>,
  effectiveRole: EffectiveRole
): InsufficientScope | RoleDenied | null => {
  if (operation.role !== null && rank(effectiveRole) < rank(operation.role)) {
    return new RoleDenied({ required_role: operation.role })
  }
  const missing = scopeProblem(operation, granted)
  if (missing !== null) return missing
  return operation.scope === null || maxScopes(effectiveRole).has(operation.scope)
    ? null
    : new RoleDenied({ required_role: roleFor(operation.scope) })
}

const mint = (access: Access, caller: Caller, requestContext: Pick<Clearance, "request" | "audit">) => {
  const allowed = maxScopes(access.effectiveRole)
  return mintClearance<OrganizationClearance>({
    caller,
    request: requestContext.request,
    audit: { ...requestContext.audit, organization_id: access.organization.id },
    scopes: new Set(caller.scopes.filter((scope) => allowed.has(scope))),
    organization: access.organization,
    effectiveRole: access.effectiveRole
  })
}

/** Returns the caller's clearance for an operation in an organization, or the error. */
export const clearForOperation = (
  access: Access,
  operation: Requirements,
  caller: Caller,
  requestContext: Pick<Clearance, "request" | "audit">
): Effect.Effect<OrganizationClearance, InsufficientScope | OrgAccessDenied | RoleDenied> => {
  const problem =
    suspensionProblem(caller, access.organization) ??
    secondFactorProblem(caller, access) ??
    accessProblem(operation, caller.scopes, access.effectiveRole)
  return problem === null ? Effect.succeed(mint(access, caller, requestContext)) : Effect.fail(problem)
}

/** Returns a person's clearance for an endpoint. A required role is a minimum. */
export const clearForEndpoint = (
  access: Access,
  role: Role | null,
  caller: PersonCaller,
  requestContext: Pick<Clearance, "request" | "audit">
): Effect.Effect<OrganizationClearance, OrgAccessDenied | RoleDenied> => {
  const roleProblem =
    role !== null && rank(access.effectiveRole) < rank(role) ? new RoleDenied({ required_role: role }) : null
  const problem = secondFactorProblem(caller, access) ?? roleProblem
  return problem === null ? Effect.succeed(mint(access, caller, requestContext)) : Effect.fail(problem)
}
