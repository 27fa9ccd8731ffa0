import { Effect } from "effect"
import type { Access } from "../access/organization-access.ts"
import {
  type AnyOperation,
  type EffectiveRole,
  InsufficientScope,
  maxScopes,
  type Role,
  RoleDenied,
  roleFor,
  roles,
  type Scope
} from "../contract/index.ts"
import type { Caller, PersonCaller } from "../request/caller.ts"
import { type Clearance, mintClearance, type OrganizationClearance } from "../request/clearance.ts"

const rank = (effectiveRole: EffectiveRole): number =>
  effectiveRole === "adops_team" ? -1 : roles.indexOf(effectiveRole)

/** The credential must carry the scope, wherever it acts. */
export const scopeProblem = (
  operation: AnyOperation,
  granted: ReadonlyArray<Scope>
): InsufficientScope | null =>
  operation.scope === null || granted.includes(operation.scope)
    ? null
    : new InsufficientScope({ required_scope: operation.scope })

/**
 * What a person of this standing may call with these scopes. A role that an operation asks for is told
 * before a missing scope: no scope would help. So is a scope that the standing cannot use here.
 */
export const accessProblem = (
  operation: AnyOperation,
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

/** The clearance of a caller for an operation in an organization, or why there is none. */
export const clearForOperation = (
  access: Access,
  operation: AnyOperation,
  caller: Caller,
  requestContext: Pick<Clearance, "request" | "audit">
): Effect.Effect<OrganizationClearance, InsufficientScope | RoleDenied> => {
  const problem = accessProblem(operation, caller.scopes, access.effectiveRole)
  return problem === null ? Effect.succeed(mint(access, caller, requestContext)) : Effect.fail(problem)
}

/** The clearance of a person for what is no operation; a role that it asks for is one at least. */
export const clearForEndpoint = (
  access: Access,
  role: Role | null,
  caller: PersonCaller,
  requestContext: Pick<Clearance, "request" | "audit">
): Effect.Effect<OrganizationClearance, RoleDenied> =>
  role !== null && rank(access.effectiveRole) < rank(role)
    ? Effect.fail(new RoleDenied({ required_role: role }))
    : Effect.succeed(mint(access, caller, requestContext))
