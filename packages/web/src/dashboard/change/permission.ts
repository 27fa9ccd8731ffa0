import type { Frame } from "@adwarden/core"
import { maxScopes, type OperationName, operationByName } from "@adwarden/core/contract"

/** Whether the role of the page's person can call an operation. Pages leave out forms that would be refused. */
export const mayCall = ({ organization }: Frame, operation: OperationName): boolean => {
  const scope = operationByName.get(operation)?.scope ?? null
  return organization !== null && (scope === null || maxScopes(organization.effectiveRole).has(scope))
}
