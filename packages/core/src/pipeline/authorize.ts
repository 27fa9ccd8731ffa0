import {
  type AnyOperation,
  ceiling,
  InsufficientScope,
  RoleDenied,
  roleFor,
  roles,
  type Scope,
  type Standing
} from "../contract/index.ts"

const rank = (standing: Standing): number => (standing === "adops_team" ? -1 : roles.indexOf(standing))

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
  standing: Standing
): InsufficientScope | RoleDenied | null => {
  if (operation.role !== null && rank(standing) < rank(operation.role)) {
    return new RoleDenied({ required_role: operation.role })
  }
  const missing = scopeProblem(operation, granted)
  if (missing !== null) return missing
  return operation.scope === null || ceiling(standing).has(operation.scope)
    ? null
    : new RoleDenied({ required_role: roleFor(operation.scope) })
}
