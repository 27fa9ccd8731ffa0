import type { ErrorCode } from "./errors.ts"
import { maxScopes } from "./roles.ts"
import type { AnyOperation } from "./table.ts"

/** The errors of any request. */
const commonErrors: ReadonlyArray<ErrorCode> = [
  "validation_error",
  "unauthorized",
  "org_access_denied",
  "rate_limited",
  "internal_error",
  "unavailable"
]

/** Whether a person can hold a token with the scope and still have too low a role in the organization. */
const roleCanBeTooLow = ({ role, scope }: AnyOperation): boolean =>
  role !== null || (scope !== null && !maxScopes("adops_team").has(scope))

/** All errors of an operation: its own, its kind's, and those of every request. */
export const errorsOf = (operation: AnyOperation): ReadonlyArray<ErrorCode> => [
  ...new Set<ErrorCode>([
    ...commonErrors,
    ...(operation.scope === null ? [] : (["insufficient_scope"] as const)),
    ...(roleCanBeTooLow(operation) ? (["role_denied"] as const) : []),
    ...(operation.method === "GET" ? [] : (["payload_too_large"] as const)),
    ...operation.errors
  ])
]
